/*
 * Files that visitors add to a shared form. Only files that were sent for this form, and that no record has yet, can be named in it. Large
 * ones are announced and sent to the storage; the page without a script sends small ones with the answers.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { RateLimit } from "#lib/data/identity/rate-limit";
import * as attachments from "#lib/data/records/attachments";
import { cellFiles } from "#lib/data/records/cell-files";
import type { NamedCells } from "#lib/data/records/named-cells";
import { movingNow } from "#lib/data/spaces/refuse-moved";
import { fileNameOf, publicPartIn } from "#lib/engine/field-types/shared/attachments";
import type { Files } from "#lib/engine/field-types/shared/field-type";
import { type Field, filesIn, holdsFiles } from "#lib/engine/fields/field";
import { valueFor } from "#lib/engine/fields/field-keys";
import { askedFor } from "#lib/engine/views/shared-view";
import { AppError, type Issue, invalid } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Upload } from "#lib/schemas/records/attachment";
import { isFileToken, publicPart } from "#lib/schemas/records/file-token";
import type { CellValues } from "#lib/schemas/records/record";
import type { NewFormFile } from "#lib/schemas/shares/form-submission";
import { getItems } from "#lib/store/store";
import { type Sender, senderCaller } from "./form-sender.ts";
import { limitShare } from "./limit-share.ts";
import { askedField, refuseForm, type Share } from "./shares.ts";

/** Limit of the files that are announced for one form, from all networks. */
const perForm: RateLimit = { rate: 1 / 5, burst: 50 };

/** Announces a file for a field of the form. Throws 400, 401 and 403 as `refuseForm` and `askedField`, 429. */
export async function announceFormFile(
  share: Share,
  { fieldId, ...said }: NewFormFile,
  sender: Sender,
): Promise<Upload> {
  refuseForm(share, sender.userId);
  if (share.isMoving) throw movingNow();
  const field = askedField(share, fieldId);
  if (!askedFor(share.view, share.schema.fields).filter(holdsFiles).includes(field))
    throw invalid([{ path: "fieldId", message: "must be a field with files that the form asks for" }]);
  await limitShare(share, sender.sourceIp, { use: "files", what: "files for this form", ofAll: perForm });
  return attachments.announceFile({ ...said, shareId: share.id }, senderCaller(share, sender));
}

/** A file that came with the answers, and its bytes. */
export interface GivenFile {
  file: attachments.FileItem;
  body: Buffer;
}

/** A file of a page's answers: its name, and the field that asks for it. */
export interface TypedFile extends GivenFile {
  fieldId: FieldId;
  name: string;
}

/** The files of a page's answers. They are not stored yet. An input without a file sends one without a name. */
export async function readGiven(share: Share, sent: object, caller: Caller): Promise<TypedFile[]> {
  const asked = askedFor(share.view, share.schema.fields).filter(holdsFiles);
  const found = asked.flatMap(({ id }) =>
    [Reflect.get(sent, id)]
      .flat()
      .flatMap((value) => (value instanceof File && value.name ? { id, value } : [])),
  );
  return Promise.all(
    found.map(async ({ id: fieldId, value }) => {
      const body = Buffer.from(await value.arrayBuffer());
      const contentType = value.type || "application/octet-stream";
      const file = attachments.nameGiven({ contentType, body, shareId: share.id }, caller);
      return { fieldId, file, body, name: fileNameOf(value.name) };
    }),
  );
}

export interface FormFiles {
  /** The files that the answers may name. */
  files: Files;
  /** What is wrong with the files of the answers as they were read, by field id; `say` makes an issue of a field. */
  issuesIn(values: CellValues, say: (field: Field, message: string) => Issue): Issue[];
  /** Stores what came with the answers, and completes what was sent before. Throws 400 if bytes are missing. */
  store(say: (field: Field, message: string) => Issue): Promise<void>;
}

/** The files that the answers name. One round trip, none if they name no file that was announced. */
export async function claimFormFiles(
  share: Share,
  { fields, records, keys }: NamedCells,
  { given, caller }: { given: readonly GivenFile[]; caller: Caller },
): Promise<FormFiles> {
  const asked = fields.filter(holdsFiles);
  const namedBy = new Map<string, Field>();
  for (const field of asked)
    for (const values of records)
      for (const name of filesIn(field, valueFor(keys, field)(values))) {
        const part = isFileToken(name) ? publicPart(name) : publicPartIn(name);
        if (part !== undefined) namedBy.set(part, field);
      }
  const arriving = new Map(given.map((each) => [publicPart(each.file.token), each]));
  const announced = [...namedBy.keys()].filter((part) => !arriving.has(part)).slice(0, limits.formFiles);
  const found = announced.length > 0 ? await findAnnounced(announced, share, caller) : [];
  return {
    files: cellFiles([...found, ...given.map(({ file }) => file)], asked).files,
    issuesIn(values, say) {
      const named = asked.flatMap((field) =>
        ((values[field.id] ?? []) as { token: string }[]).map(({ token }) => ({ field, token })),
      );
      const seen = new Set<string>();
      const twice = named.filter(({ token }) => seen.size === seen.add(token).size);
      const more = named.slice(limits.formFiles);
      return [
        ...twice.map(({ field }) => say(field, "must not have the same file twice")),
        ...more.slice(0, 1).map(({ field }) => say(field, `a form takes at most ${limits.formFiles} files`)),
      ];
    },
    async store(say) {
      await Promise.all([
        ...given.map(({ file, body }) => attachments.storeGiven(file, body)),
        ...found.map(({ token }) =>
          attachments.complete(token, caller).catch((error: unknown) => {
            const field = namedBy.get(publicPart(token));
            if (!field || !(error instanceof AppError) || error.code !== "validation_error") throw error;
            throw invalid([say(field, "a file has not arrived whole: send its bytes again")]);
          }),
        ),
      ]);
    },
  };
}

/** Those that this visitor announced for this form and that no record has yet. */
async function findAnnounced(parts: string[], share: Share, { userId, now }: Caller) {
  const found = await getItems<attachments.FileItem>(parts.map(attachments.fileKeyAt));
  return found.filter(
    (file) =>
      file.shareId === share.id &&
      file.uploader === userId &&
      file.uses.length === 0 &&
      attachments.isThere({ ...file, state: "uploaded" }, now),
  );
}
