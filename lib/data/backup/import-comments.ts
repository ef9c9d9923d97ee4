/*
 * The comments of an import, with the people and files of this installation. A line that this deployment signed keeps its author. Anyone
 * can write another one, so its author is the person who imports.
 */

import { createHash } from "node:crypto";
import * as z from "zod";
import { nameThen } from "#lib/data/comments/comments";
import { importComment } from "#lib/data/comments/import-comments";
import { readSchema } from "#lib/data/schema/table-schema";
import { AppError } from "#lib/schemas/basics/error";
import { CommentId, RecordId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { CommentReaction } from "#lib/schemas/collaboration/comment";
import { Content, imagesIn } from "#lib/schemas/collaboration/comment-content";
import { pathOf, publicPart } from "#lib/schemas/records/file-token";
import { explain, type FileLine, type FileTable, parse, refuseFile } from "./backup-file.ts";
import type { ImportWork, PeopleFinder } from "./import-work.ts";

const userId = z.string().regex(/^usr[0-9A-Za-z]{16}$/, "must be the id of a user");
const name = z.string().max(1000);
const lineShape = z.object({
  id: CommentId,
  recordId: RecordId,
  createdBy: z.object({ id: userId, name }),
  lastModifiedTime: z.iso.datetime().optional(),
  quoteId: CommentId.optional(),
  content: Content,
  reactions: z
    .array(z.object({ ...CommentReaction.shape, id: userId, name, time: z.iso.datetime() }))
    .max(limits.reactionsPerComment)
    .default([]),
  /** For each image a hash of its bytes, which the signature of the line covers. */
  images: z.record(z.string().max(100), z.string().max(100)).default({}),
});

/** Writes the comments of some lines. */
export async function writeComments(work: ImportWork, table: FileTable, lines: FileLine[]): Promise<void> {
  const { ids, caller, count } = work;
  const { table: own } = await readSchema(ids.of(table.id));
  for (const { value, place } of lines) {
    const line = parse(lineShape, value, place);
    const { id, recordId, lastModifiedTime, quoteId } = line;
    const signers = work.signers("comment", table, value);
    const isOurs = signers && (await areImagesOurs(line, table, work));
    const names = new Map<string, string>();
    const comment = {
      ...{ id: ids.ofComment(id), recordId: ids.ofRecord(recordId), lastModifiedTime },
      ...(quoteId && { quoteId: ids.ofComment(quoteId) }),
      names: (user: UserId) => names.get(user) ?? user,
      ...(isOurs ? asWritten(line, table, work, { signers, names }) : asImported(line, table, work, names)),
    };
    const isWritten = await importComment(own, comment as never, caller).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status !== 400) throw error;
      throw refuseFile(place, error.message);
    });
    count(isWritten ? "comments" : "leftOutComments");
  }
}

type Line = z.infer<typeof lineShape>;

/** A signed comment, with its author and reactions. A person without an account here is shown by the name in the file. */
function asWritten(
  { createdBy, content, reactions }: Line,
  table: FileTable,
  work: ImportWork,
  { signers, names }: { signers: PeopleFinder; names: Map<string, string> },
) {
  // no user has this id if the person has no account here
  const userOf = (old: string): UserId => signers.find({ id: old }) ?? (work.ids.of(old) as UserId);
  if (!signers.find(createdBy)) work.count("unknownAuthors");
  return {
    createdBy: { id: userOf(createdBy.id), name: createdBy.name },
    content: content.map((block) => contentOf(block, table, work, { userOf, nameOf: signers.nameOf, names })),
    reactions: reactions.map((each) => ({ ...each, id: userOf(each.id) })),
  };
}

/** A comment without a valid signature: its author is the person who imports; the name of another author becomes text. */
function asImported(
  { createdBy, content, reactions }: Line,
  table: FileTable,
  work: ImportWork,
  names: Map<string, string>,
) {
  const { people, ids, count } = work;
  const { importer } = people;
  const userOf = (old: string): UserId => people.find({ id: old }) ?? (ids.of(old) as UserId);
  const isOther = people.find(createdBy) !== importer.id;
  if (isOther) count("unknownAuthors");
  const own = reactions.filter(({ id }) => people.find({ id }) === importer.id);
  if (own.length < reactions.length) count("leftOutReactions", reactions.length - own.length);
  const blocks = content.map((block) =>
    contentOf(block, table, work, { userOf, nameOf: people.nameOf, names }),
  );
  const author = `${nameThen(createdBy.name)} (author in the imported file):`;
  return {
    createdBy: importer,
    content: isOther ? [{ type: "p", children: [{ type: "span", value: author }] }, ...blocks] : blocks,
    reactions: own.map((each) => ({ ...each, id: importer.id, name: importer.name })),
  };
}

/** Whether the images of a signed comment are still the ones that its author added. */
async function areImagesOurs(
  { content, images }: Line,
  table: FileTable,
  { file }: ImportWork,
): Promise<boolean> {
  for (const { file: path } of imagesIn(content)) {
    const part = path.split("/").at(-1) ?? "";
    const entry = imageEntry(table, path);
    if (!file.manifest.attachments || !file.entries.has(entry)) continue;
    const hash = createHash("sha256");
    await explain(async () => {
      for await (const bytes of file.bytes(entry)) hash.update(bytes);
    });
    if (hash.digest("base64url") !== images[part]) return false;
  }
  return true;
}

const imageEntry = ({ folder }: FileTable, path: string): string =>
  `attachments/${folder.slice("tables/".length)}/${path.split("/").at(-1) ?? ""}`;

type Block = z.infer<typeof Content>[number];

function contentOf(
  block: Block,
  table: FileTable,
  { ids, file, count }: ImportWork,
  {
    userOf,
    nameOf,
    names,
  }: { userOf: (old: string) => UserId; names: Map<string, string> } & Pick<PeopleFinder, "nameOf">,
): Block {
  if (block.type === "img") {
    const entry = imageEntry(table, block.path);
    if (file.manifest.attachments && file.entries.has(entry))
      return { ...block, path: pathOf(publicPart(ids.token(entry))) };
    count("leftOutFiles");
    return { type: "p", children: [{ type: "span", value: "(image)" }] } as Block;
  }
  const children = block.children.map((child) => {
    if (child.type !== "mention") return child;
    const value = userOf(child.value);
    names.set(value, nameOf(child.value) ?? child.value);
    return { ...child, value };
  });
  return { ...block, children } as Block;
}
