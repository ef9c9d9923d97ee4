/*
 * The images of comments. The commit that writes a comment claims its files; the commit that edits them away, or deletes the comment,
 * releases them. For each table, a file counts the comments that name it. When a record names the file, the table keeps it until the table
 * is cleared.
 */

import type { Caller } from "#lib/data/identity/caller";
import { expiryUnused, type FileItem, fileKeyAt, type Use } from "#lib/data/records/attachments";
import { listedAt, listFileChange, usableBy } from "#lib/data/records/cell-files";
import { readAddress } from "#lib/files/storage";
import { pathOf } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import { type Content, imagesIn } from "#lib/schemas/collaboration/comment-content";
import type { FileToken } from "#lib/schemas/records/attachment";
import { publicPart, publicPartAt } from "#lib/schemas/records/file-token";
import { type Change, change, removeKey } from "#lib/store/commit";
import { getItems } from "#lib/store/store";

/** A file as stored in a comment, with all that is needed to show it, so that reading comments reads no files. */
export interface CommentFile {
  token: FileToken;
  mimetype: string;
  name?: string;
}

/**
 * Replaces the files of a comment: the issues found, the files to store, and the changes that claim and release files. One round trip;
 * none if the files stay the same.
 */
export async function exchangeFiles(content: Content, had: CommentFile[], use: Use, caller: Caller) {
  const named = imagesIn(content).map(({ file, path }) => ({ path, part: publicPartAt(file) }));
  const parts = [...new Set(named.flatMap(({ part }) => part ?? []))];
  const held = new Map(had.map((file) => [publicPart(file.token), file]));
  const coming = parts.filter((part) => !held.has(part));
  const going = had.filter(({ token }) => !parts.includes(publicPart(token)));
  const read = await readFiles([...coming, ...going.map(({ token }) => publicPart(token))]);

  const isUsable = usableBy(caller, use.baseId);
  const usable = new Map(
    coming.flatMap((part) => {
      const file = read.get(part);
      return file && isUsable(file) ? [[part, file] as const] : [];
    }),
  );
  const unknown = named.filter(({ part }) => !part || !(held.has(part) || usable.has(part)));
  const message = "unknown file: upload it, call notify, and use it within a day";
  const files = parts.flatMap((part) => held.get(part) ?? storedFile(usable.get(part)) ?? []);
  return {
    issues: unknown.map(({ path }) => ({ path: pathOf(["content", ...path]), message })),
    files: files.length > 0 ? files : undefined,
    changes: [
      ...[...usable.values()].flatMap((file) => claimChanges(file, use)),
      ...going.flatMap(({ token }) => releaseChanges(read.get(publicPart(token)), use.tableId, caller.now)),
    ],
  };
}

/** The changes that release the files of a comment that is deleted. */
export async function releaseFileChanges(
  had: CommentFile[],
  tableId: TableId,
  now: string,
): Promise<Change[]> {
  const read = await readFiles(had.map(({ token }) => publicPart(token)));
  return [...read.values()].flatMap((file) => releaseChanges(file, tableId, now));
}

/** A signed address, valid for an hour. */
export const addressOf = ({ token, mimetype, name }: CommentFile, now: string): string => {
  const part = publicPart(token);
  return readAddress({ part, name: name ?? part, mimetype }, new Date(now));
};

async function readFiles(parts: string[]): Promise<Map<string, FileItem>> {
  const found = parts.length > 0 ? await getItems<FileItem>(parts.map(fileKeyAt)) : [];
  return new Map(found.map((file) => [publicPart(file.token), file]));
}

const storedFile = (file: FileItem | undefined): CommentFile | undefined =>
  file && { token: file.token, mimetype: file.mimetype, ...(file.name !== undefined && { name: file.name }) };

const useIn = ({ uses }: FileItem, tableId: TableId) => uses.find((use) => use.tableId === tableId);
const otherUses = ({ uses }: FileItem, tableId: TableId) => uses.filter((use) => use.tableId !== tableId);

function claimChanges(file: FileItem, use: Use): Change[] {
  const known = useIn(file, use.tableId);
  if (known && known.comments === undefined) return [];
  const uses = [...otherUses(file, use.tableId), { ...use, comments: (known?.comments ?? 0) + 1 }];
  return [
    change(file, { uses, expiresAt: undefined }),
    ...(known ? [] : [listFileChange(file, use.tableId)]),
  ];
}

/** Releases a file once. After its last use it expires as if it had been uploaded now. */
function releaseChanges(file: FileItem | undefined, tableId: TableId, now: string): Change[] {
  const known = file && useIn(file, tableId);
  if (!file || !known?.comments) return [];
  const uses = otherUses(file, tableId);
  if (known.comments > 1)
    return [change(file, { uses: [...uses, { ...known, comments: known.comments - 1 }] })];
  return [
    change(file, { uses, ...(uses.length === 0 && { expiresAt: expiryUnused(now) }) }),
    removeKey(listedAt(file.token, tableId)),
  ];
}
