/* The comments of an import, with the people and files of this installation. */

import * as z from "zod";
import { importComment } from "#lib/data/comments/import-comments";
import { readSchema } from "#lib/data/schema/table-schema";
import { AppError } from "#lib/schemas/basics/error";
import { CommentId, RecordId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { CommentReaction } from "#lib/schemas/collaboration/comment";
import { Content } from "#lib/schemas/collaboration/comment-content";
import { pathOf, publicPart } from "#lib/schemas/records/file-token";
import { type FileLine, type FileTable, parse, refuseFile } from "./backup-file.ts";
import type { ImportWork } from "./import-work.ts";

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
});

/** Writes the comments of some lines. */
export async function writeComments(work: ImportWork, table: FileTable, lines: FileLine[]): Promise<void> {
  const { ids, people, caller, count } = work;
  const { table: own } = await readSchema(ids.of(table.id));
  // without an account here, a person is shown by the name in the file: this id is that of no user
  const userOf = (old: string): UserId => people.find({ id: old }) ?? (ids.of(old) as UserId);
  for (const { value, place } of lines) {
    const { id, recordId, createdBy, lastModifiedTime, quoteId, content, reactions } = parse(
      lineShape,
      value,
      place,
    );
    if (!people.find(createdBy)) count("unknownAuthors");
    const names = new Map<string, string>();
    const comment = {
      ...{ id: ids.ofComment(id), recordId: ids.ofRecord(recordId), lastModifiedTime },
      createdBy: { id: userOf(createdBy.id), name: createdBy.name },
      ...(quoteId && { quoteId: ids.ofComment(quoteId) }),
      content: content.map((block) => contentOf(block, table, work, { userOf, names })),
      names: (user: UserId) => names.get(user) ?? user,
      reactions: reactions.map((each) => ({ ...each, id: userOf(each.id) })),
    };
    const isWritten = await importComment(own, comment as never, caller).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status !== 400) throw error;
      throw refuseFile(place, error.message);
    });
    count(isWritten ? "comments" : "leftOutComments");
  }
}

type Block = z.infer<typeof Content>[number];

function contentOf(
  block: Block,
  { folder }: FileTable,
  { ids, file, people, count }: ImportWork,
  { userOf, names }: { userOf: (old: string) => UserId; names: Map<string, string> },
): Block {
  if (block.type === "img") {
    const part = block.path.split("/").at(-1) ?? "";
    const entry = `attachments/${folder.slice("tables/".length)}/${part}`;
    if (file.manifest.attachments && file.entries.has(entry))
      return { ...block, path: pathOf(publicPart(ids.token(entry))) };
    count("leftOutFiles");
    return { type: "p", children: [{ type: "span", value: "(image)" }] } as Block;
  }
  const children = block.children.map((child) => {
    if (child.type !== "mention") return child;
    const value = userOf(child.value);
    names.set(value, people.nameOf(child.value) ?? child.value);
    return { ...child, value };
  });
  return { ...block, children } as Block;
}
