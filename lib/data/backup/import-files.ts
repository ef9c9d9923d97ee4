/* The attachments of an import: stored as if the person who began it had uploaded them. */

import * as z from "zod";
import type { Caller } from "#lib/data/identity/caller";
import { expiryUnused, type FileItem, fileKey, find } from "#lib/data/records/attachments";
import { bytesForSize, imageSize } from "#lib/files/image-size";
import { someBytes } from "#lib/files/storage";
import { openWriting } from "#lib/files/writing";
import { limits } from "#lib/schemas/basics/limits";
import { type FileToken, publicPart } from "#lib/schemas/records/file-token";
import { isPictureType } from "#lib/schemas/records/thumbnail";
import { change, commit, insert } from "#lib/store/commit";
import { explain, type FileLine, parse, refuseFile } from "./backup-file.ts";
import type { ImportWork } from "./import-work.ts";

const lineShape = z.object({
  file: z.string().regex(/^attachments\/\d+\/[0-9A-Za-z]{1,40}$/),
  mimetype: z
    .string()
    .regex(/^[\w.+-]+\/[\w.+-]+(;.*)?$/)
    .max(limits.nameLength),
  size: z.int().min(0).max(limits.fileBytes),
});

/** Stores the files of some lines. */
export async function writeFiles({ file, ids, caller, count }: ImportWork, lines: FileLine[]): Promise<void> {
  for (const { value, place } of lines) {
    const { file: name, mimetype, size } = parse(lineShape, value, place);
    if (!file.entries.has(name)) {
      count("leftOutFiles");
      continue;
    }
    if (file.entries.get(name)?.size !== size)
      throw refuseFile(place, `size: ${name} has ${file.entries.get(name)?.size} bytes`);
    const store = async (part: string) => {
      const writing = await openWriting(part, mimetype);
      try {
        await explain(async () => {
          for await (const bytes of file.bytes(name)) await writing.add(bytes);
        });
        await writing.end();
      } catch (error) {
        await writing.abandon();
        throw error;
      }
    };
    await keepFile({ token: ids.token(name), mimetype, size }, store, caller);
    count("files");
  }
}

/** Stores a file once, in the steps of an upload, so that the consumer that makes thumbnails gets the event. */
async function keepFile(
  { token, mimetype, size }: { token: FileToken; mimetype: string; size: number },
  store: (part: string) => Promise<void>,
  { userId, now }: Caller,
): Promise<void> {
  const known = await find(token);
  if (known?.state === "uploaded") return;
  const announced = {
    ...{ ...fileKey(token), entity: "attachment", token, uploader: userId, purpose: 1, size, mimetype },
    ...{ state: "announced", uses: [], createdTime: now, expiresAt: expiryUnused(now) },
  };
  if (!known) await commit([insert(announced)]);
  const part = publicPart(token);
  await store(part);
  const dimensions = isPictureType(mimetype) && imageSize(await someBytes(part, bytesForSize));
  const file = known ?? ({ ...announced, version: 1 } as unknown as FileItem);
  await commit([change(file, { state: "uploaded", ...dimensions })]);
}
