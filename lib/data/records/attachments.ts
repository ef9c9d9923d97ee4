/*
 * Files: announced, uploaded, named by records. The bytes lie elsewhere (lib/files/storage.ts), under the same token.
 *
 *         pk                     sk           cost
 *  file   ATTACHMENT#<10>        ATTACHMENT   get 1 RCU; <10>: what of the token is in the ids of attachments
 *  use    FILES#<table>          <token>      2 WCU when a table names it first, and 2 for the file; that is the list of a table's files
 *
 *   announced ──▶ uploaded ◀─▶ used by tables ──▶ the last of them is cleared: the item goes
 *       └────────────┴── a day: expiresAt ──▶ the item goes ──▶ functions/attachment/remove-file.ts removes the bytes
 *
 * A file stays as long as a table is there that a record of once named it: what was deleted or changed may be put back. What only
 * comments name goes back with the last of them to the state before, and has a day again.
 */

import type { Caller } from "#lib/data/identity/caller";
import { baseKey } from "#lib/data/spaces/bases";
import { memberKey } from "#lib/data/spaces/members";
import { bytesForSize, imageSize } from "#lib/files/image-size";
import { readAddress, remove, sizeOf, someBytes, uploadAddress, write } from "#lib/files/storage";
import { invalid, notFound } from "#lib/schemas/basics/error";
import { type BaseId, randomText, type SpaceId, type TableId, type UserId } from "#lib/schemas/basics/ids";
import type { FileToken, NewUpload, Upload, UploadedFile } from "#lib/schemas/records/attachment";
import { pathOf, publicPart } from "#lib/schemas/records/file-token";
import { change, commit, commitIfAny, insert, type NewItem, retryOnConflict } from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { type AnswerChanges, keepIds, keepNothing } from "#lib/store/idempotency-records";
import { getItem, getItems, type Item, type Key, keyText } from "#lib/store/store";

/** A table of which a record names, or named, the file, or comments do. */
export interface Use {
  tableId: TableId;
  baseId: BaseId;
  spaceId: SpaceId;
  /** So many comments, and no record: with the last of them it ends (comment-files.ts). */
  comments?: number;
}

interface FileMembers {
  token: FileToken;
  uploader: UserId;
  /** What it was announced for: 1 a record, 7 a comment. */
  purpose: NewUpload["type"];
  size: number;
  mimetype: string;
  state: "announced" | "uploaded";
  width?: number;
  height?: number;
  /** The one it got in the first record. */
  name?: string;
  uses: Use[];
  createdTime: string;
  /** Of one that no table uses yet. */
  expiresAt?: number;
}
export type FileItem = Item & FileMembers;

/** Since when no table uses it. */
export const expiryUnused = (now: string): number => expiryIn(24 * 3600, now);

/** Where a file is, by the public part of its token. */
export const fileKeyAt = (part: string): Key => ({ pk: prefix + part, sk: "ATTACHMENT" });
const prefix = "ATTACHMENT#";
export const fileKey = (token: FileToken): Key => fileKeyAt(publicPart(token));

export const isThere = (file: FileItem, now: string): boolean =>
  file.state === "uploaded" &&
  (file.expiresAt === undefined || isUnexpired({ expiresAt: file.expiresAt }, now));

function building(
  { contentType, contentLength, type }: NewUpload,
  { userId, now }: Caller,
): NewItem & FileMembers {
  const token = randomText(24) as FileToken;
  return {
    ...fileKey(token),
    entity: "attachment",
    token,
    uploader: userId,
    purpose: type,
    size: contentLength,
    mimetype: contentType,
    state: "announced",
    uses: [],
    createdTime: now,
    expiresAt: expiryUnused(now),
  };
}

const addressFor = ({ token, mimetype, size }: FileMembers, now: string): Upload => ({
  url: uploadAddress(publicPart(token), { type: mimetype, length: size }, new Date(now)),
  uploadMethod: "PUT",
  token,
  requestHeaders: { "Content-Type": mimetype, "Content-Length": String(size) },
});

/** Announces a file; says where its bytes go. */
export async function announceFile(input: NewUpload, caller: Caller): Promise<Upload> {
  const file = building(input, caller);
  await commit([insert(file), ...keepIds(caller, [file.token])]);
  return addressFor(file, caller.now);
}

/** The same file again, with an address that is good now. */
export const replayAnnouncement = async (token: FileToken, caller: Caller): Promise<Upload> =>
  addressFor(await getOwn(token, caller), caller.now);

export async function find(token: FileToken): Promise<FileItem | undefined> {
  const file = await getItem<FileItem>(fileKey(token));
  // the key has a part of the token only
  return file?.token === token ? file : undefined;
}

/** One that the caller has announced: to anybody else it is not there. */
export async function getOwn(token: FileToken, { userId, now }: Caller): Promise<FileItem> {
  const file = await find(token);
  if (
    file?.uploader !== userId ||
    (file.expiresAt !== undefined && !isUnexpired({ expiresAt: file.expiresAt }, now))
  )
    throw notFound("attachment", token);
  return file;
}

/** After the upload: whether the bytes are there, all of them; and what an image measures. */
export const complete = (token: FileToken, caller: Caller): Promise<FileItem> =>
  retryOnConflict(async () => {
    const file = await getOwn(token, caller);
    if (file.state === "uploaded") {
      await commitIfAny(markingFile(caller)(file));
      return file;
    }
    const size = await sizeOf(publicPart(token));
    if (size === undefined) throw invalid([{ path: "token", message: "nothing was uploaded for it yet" }]);
    if (size !== file.size)
      throw invalid([{ path: "token", message: `${size} bytes were uploaded, ${file.size} were announced` }]);
    return uploaded(
      file,
      await someBytes(publicPart(token), isImage(file) ? bytesForSize : 0),
      markingFile(caller),
    );
  });

const isImage = ({ mimetype }: FileMembers) => mimetype.toLowerCase().startsWith("image/");
const markingFile =
  (caller: Caller): AnswerChanges<FileItem> =>
  ({ token }) =>
    keepIds(caller, [token]);

async function uploaded(
  file: FileItem,
  bytes: Buffer,
  mark: AnswerChanges<FileItem> = keepNothing,
): Promise<FileItem> {
  const attributes = { state: "uploaded", ...(isImage(file) && imageSize(bytes)) } as const;
  const changed = { ...file, ...attributes, version: file.version + 1 };
  await commit([change(file, attributes), ...mark(changed)]);
  return changed;
}

/** Stores a file whose bytes came to us; it is to be put into a record within a day, by `attach` of lib/engine/field-types/shared/attachments.ts. */
export async function keep(
  { contentType, body }: { contentType: string; body: Buffer },
  caller: Caller,
): Promise<FileItem> {
  const file = building({ contentType, contentLength: body.length, type: 1 }, caller);
  await commit([insert(file)]);
  await write(publicPart(file.token), body, contentType);
  return uploaded({ ...file, version: 1 }, body.subarray(0, bytesForSize));
}

/** A place for a file that is made here and read at once: its bytes go after a day, with the item. */
export async function reserve(contentType: string, caller: Caller): Promise<string> {
  const file = building({ contentType, contentLength: 0, type: 1 }, caller);
  await commit([insert(file)]);
  return publicPart(file.token);
}

/** Where it can be read for an hour. */
export const addressOf = ({ token, mimetype, name = token }: FileItem, now: string): string =>
  readAddress({ part: publicPart(token), name, mimetype }, new Date(now));

/** Whether somebody may read it: by a role on the base of one of these uses; before the first its uploader. */
export async function isOpenTo(userId: UserId, file: FileItem, uses: Use[], now: string): Promise<boolean> {
  if (!isThere(file, now)) return false;
  if (file.uses.length === 0) return file.uploader === userId;
  const places = [...new Map(uses.map((use) => [use.baseId, use])).values()].map(({ baseId, spaceId }) => ({
    base: baseKey(baseId),
    members: [memberKey(`BASE#${baseId}`, userId), memberKey(`SPACE#${spaceId}`, userId)],
  }));
  if (places.length === 0) return false;
  const found = await getItems(places.flatMap(({ base, members }) => [base, ...members]));
  const there = new Set(found.filter((item) => !item["deletedTime"]).map(keyText));
  return places.some(
    ({ base, members }) => there.has(keyText(base)) && members.some((member) => there.has(keyText(member))),
  );
}

/** Of a file whose item is gone; heard again it does nothing. */
export async function removeBytes(key: Key): Promise<void> {
  if (!(await getItem(key))) await remove(key.pk.slice(prefix.length));
}

/** A file as its uploader is shown it; `url` is its lasting address. */
export function show(file: FileItem, url: string, now: string): UploadedFile {
  const { token, size, mimetype, width, height } = file;
  return {
    token,
    size,
    url,
    path: pathOf(publicPart(token)),
    mimetype,
    ...(width !== undefined && height !== undefined && { width, height }),
    presignedUrl: addressOf(file, now),
  };
}
