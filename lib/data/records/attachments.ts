/*
 * Files: announced, uploaded, then used by records. The bytes are in the file storage (lib/files/storage.ts), under the same token.
 *
 *  entity      pk               sk          cost
 *  attachment  ATTACHMENT#<10>  ATTACHMENT  get 1 RCU; <10> is the public part of the token, also in the ids of attachments
 *  fileUse     FILES#<table>    <token>     the list of a table's files; 2 WCU at the first use by a table, plus 2 for the file
 *
 *   announced ──▶ uploaded ◀─▶ used by tables ──▶ the last of these tables is cleared: the item is deleted
 *       └────────────┴── after a day: expiresAt ──▶ the item is deleted ──▶ functions/attachment/remove-file.ts removes the bytes
 *
 * A file that a record once used is kept as long as the table exists, because deleted and changed cells can be restored. A file that
 * only comments use returns to `uploaded` with the last of these comments, and expires a day later.
 */

import type { Caller } from "#lib/data/identity/caller";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { memberKey } from "#lib/data/spaces/members";
import { hasMoved } from "#lib/data/spaces/moves";
import { bytesForSize, imageSize } from "#lib/files/image-size";
import { readAddress, remove, sizeOf, someBytes, uploadAddress, write } from "#lib/files/storage";
import { invalid, notFound } from "#lib/schemas/basics/error";
import {
  type BaseId,
  type RecordId,
  randomText,
  type SpaceId,
  type TableId,
  type UserId,
} from "#lib/schemas/basics/ids";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import type { FileToken, NewUpload, Upload, UploadedFile } from "#lib/schemas/records/attachment";
import { pathOf, publicPart } from "#lib/schemas/records/file-token";
import { isPictureType, type Thumbnail, thumbnailNames, thumbnailPart } from "#lib/schemas/records/thumbnail";
import { change, commit, commitIfAny, insert, type NewItem, retryOnConflict } from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { type AnswerChanges, keepIds, keepNothing } from "#lib/store/idempotency-records";
import { getItem, getItems, type Item, isEntity, type Key, keyText } from "#lib/store/store";
import { fileKey } from "./file-keys.ts";

/** A table that uses a file: a record names it or once named it, or comments name it. */
export interface Use {
  tableId: TableId;
  baseId: BaseId;
  spaceId: SpaceId;
  /** The number of comments, if only comments use it: the use ends with the last of them (comment-files.ts). */
  comments?: number;
}

/** 1: a record; 7: a comment. */
type Purpose = 1 | 7;

interface FileMembers {
  token: FileToken;
  uploader: UserId;
  /** The id of the share whose form it is for: nothing else may name it before a record of that form does. */
  shareId?: string;
  /** What it is for: 1 a record, 7 a comment. */
  purpose: Purpose;
  size: number;
  mimetype: string;
  state: "announced" | "uploaded";
  width?: number;
  height?: number;
  /** The name of the file in the first record that used it. */
  name?: string;
  /** The thumbnails that were made (thumbnails.ts), perhaps an empty list. Absent until then, and for files without thumbnails. */
  thumbnails?: Thumbnail[];
  /** Records that used the file before its thumbnails were made. */
  waiting?: { tableId: TableId; recordId: RecordId }[];
  uses: Use[];
  createdTime: string;
  /** Seconds since 1970; only while no table uses the file. */
  expiresAt?: number;
}
export type FileItem = Item & FileMembers;

/** The `expiresAt` of a file that no table uses since `now`: a day later. */
export const expiryUnused = (now: string): number => expiryIn(secondsPerDay, now);

export { fileKey, fileKeyAt } from "./file-keys.ts";

/** Whether a file is uploaded and has not expired. */
export const isThere = (file: FileItem, now: string): boolean =>
  file.state === "uploaded" &&
  (file.expiresAt === undefined || isUnexpired({ expiresAt: file.expiresAt }, now));

/** What is said of a file before its bytes are there. */
type Announcement = Pick<NewUpload, "contentType" | "contentLength"> & {
  type?: number;
  /** The share whose form it is for. */
  shareId?: string;
};

function buildFile(
  { contentType, contentLength, type, shareId }: Announcement,
  { userId, now }: Caller,
): NewItem & FileMembers {
  const token = randomText(24) as FileToken;
  return {
    ...fileKey(token),
    entity: "attachment",
    token,
    uploader: userId,
    ...(shareId !== undefined && { shareId }),
    purpose: type === 7 ? 7 : 1,
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

/** Announces a file; returns the address for its upload. */
export async function announceFile(input: Announcement, caller: Caller): Promise<Upload> {
  const file = buildFile(input, caller);
  await commit([insert(file), ...keepIds(caller, [file.token])]);
  return addressFor(file, caller.now);
}

/** The answer for a repeated announcement: the same file with a new upload address. */
export const replayAnnouncement = async (token: FileToken, caller: Caller): Promise<Upload> =>
  addressFor(await getOwn(token, caller), caller.now);

/** The address to which the bytes of an announced file can be sent. Throws 404 for files of other users, 400 if the file is uploaded already. */
export async function addressToUpload(token: FileToken, caller: Caller): Promise<string> {
  const file = await getOwn(token, caller);
  if (file.state === "uploaded")
    throw invalid([{ path: "token", message: "this file was uploaded already; announce another" }]);
  return addressFor(file, caller.now).url;
}

/** The file with a token; `undefined` if there is none. */
export async function find(token: FileToken): Promise<FileItem | undefined> {
  const file = await getItem<FileItem>(fileKey(token));
  // the key contains only the public part of the token
  return file?.token === token ? file : undefined;
}

/** A file that the caller has announced. Throws 404 for files of other users and expired files. */
export async function getOwn(token: FileToken, { userId, now }: Caller): Promise<FileItem> {
  const file = await find(token);
  if (
    file?.uploader !== userId ||
    (file.expiresAt !== undefined && !isUnexpired({ expiresAt: file.expiresAt }, now))
  )
    throw notFound("attachment", token);
  return file;
}

/** Completes an upload: checks that all bytes are stored, and reads the size of an image. Throws 400 if bytes are missing. */
export const complete = (token: FileToken, caller: Caller): Promise<FileItem> =>
  retryOnConflict(async () => {
    const file = await getOwn(token, caller);
    if (file.state === "uploaded") {
      await commitIfAny(keepToken(caller)(file));
      return file;
    }
    const size = await sizeOf(publicPart(token));
    if (size === undefined)
      throw invalid([{ path: "token", message: "no bytes were uploaded for this token yet" }]);
    if (size !== file.size)
      throw invalid([
        { path: "token", message: `${file.size} bytes were announced, but ${size} were uploaded` },
      ]);
    return setUploaded(
      file,
      await someBytes(publicPart(token), isImage(file) ? bytesForSize : 0),
      keepToken(caller),
    );
  });

const isImage = ({ mimetype }: FileMembers) => isPictureType(mimetype);
const keepToken =
  (caller: Caller): AnswerChanges<FileItem> =>
  ({ token }) =>
    keepIds(caller, [token]);

async function setUploaded(
  file: FileItem,
  bytes: Buffer,
  answerChanges: AnswerChanges<FileItem> = keepNothing,
): Promise<FileItem> {
  const attributes = { state: "uploaded", ...(isImage(file) && imageSize(bytes)) } as const;
  const changed = { ...file, ...attributes, version: file.version + 1 };
  await commit([change(file, attributes), ...answerChanges(changed)]);
  return changed;
}

interface GivenFile {
  contentType: string;
  body: Buffer;
  /** The share whose form it is for. */
  shareId?: string;
}

/** Stores a file whose bytes came with the request. It expires after a day unless a record uses it (lib/engine/field-types/shared/attachments.ts). */
export const keep = async (given: GivenFile, caller: Caller): Promise<FileItem> =>
  storeGiven(nameGiven(given, caller), given.body);

/** Such a file before it is stored: it has its token already. */
export const nameGiven = ({ body, ...said }: GivenFile, caller: Caller): FileItem => ({
  ...buildFile({ ...said, contentLength: body.length }, caller),
  version: 1,
});

/** Stores it, with its bytes. */
export async function storeGiven(file: FileItem, body: Buffer): Promise<FileItem> {
  await commit([insert(file)]);
  await write(publicPart(file.token), body, file.mimetype);
  return setUploaded(file, body.subarray(0, bytesForSize));
}

/** Reserves a file that Gridless itself writes, for example an export. It expires after a day. Returns the public part of its token. */
export const reserve = async (contentType: string, caller: Caller): Promise<string> =>
  publicPart((await reserveFile(contentType, caller)).token);

/** The same; returns the item, for `completeWritten` when all bytes are written. */
export async function reserveFile(contentType: string, caller: Caller): Promise<FileItem> {
  const file = buildFile({ contentType, contentLength: 0, type: 1 }, caller);
  await commit([insert(file)]);
  return { ...file, version: 1 };
}

/** A reserved file whose bytes are written. */
export async function completeWritten(file: FileItem, size: number): Promise<void> {
  await commit([change(file, { state: "uploaded", size })]);
}

/** An address where the file can be read for an hour. `filename` is the name under which it is saved. */
export const addressOf = (
  { token, mimetype, name = token }: FileItem,
  now: string,
  filename: string = name,
): string => readAddress({ part: publicPart(token), name: filename, mimetype }, new Date(now));

/**
 * Whether a user may read a file: with a role on a base that uses it and that the token reaches; before the first use only the uploader. A
 * use names the space in which its base was at that time, so the present space is read from the base.
 */
export async function isOpenTo(
  { userId, reaches }: { userId: UserId; reaches: (spaceId: SpaceId, baseId: BaseId) => boolean },
  file: FileItem,
  now: string,
): Promise<boolean> {
  if (!isThere(file, now)) return false;
  if (file.uses.length === 0) return file.uploader === userId;
  const uses = [...new Map(file.uses.map((use) => [use.baseId, use])).values()];
  const inSpace = (spaceId: SpaceId) => memberKey(`SPACE#${spaceId}`, userId);
  const inBase = (baseId: BaseId) => memberKey(`BASE#${baseId}`, userId);
  const found = await getItems(
    uses.flatMap(({ baseId, spaceId }) => [baseKey(baseId), inBase(baseId), inSpace(spaceId)]),
  );
  const bases = found
    .filter(isEntity<BaseItem>("base"))
    .filter((base) => !base.deletedTime && !hasMoved(base) && reaches(base.spaceId, base.id));
  const known = new Set(found.map(keyText));
  if (bases.some(({ id, spaceId }) => [inBase(id), inSpace(spaceId)].some((key) => known.has(keyText(key)))))
    return true;
  const asked = new Set(uses.map(({ spaceId }) => spaceId));
  const moved = bases.filter(({ spaceId }) => !asked.has(spaceId));
  return moved.length > 0 && (await getItems(moved.map(({ spaceId }) => inSpace(spaceId)))).length > 0;
}

/** Removes the bytes of a file or avatar whose item was deleted, and its thumbnails. May be called again. */
export async function removeBytes(key: Key): Promise<void> {
  if (await getItem(key)) return;
  const part = key.pk.slice(key.pk.indexOf("#") + 1);
  await Promise.all([part, ...thumbnailNames.map((name) => thumbnailPart(part, name))].map(remove));
}

/** A file as its uploader sees it; `url` is its permanent address. */
export function show(file: FileItem, url: string, now: string, filename?: string): UploadedFile {
  const { token, size, mimetype, width, height } = file;
  return {
    token,
    size,
    url,
    path: pathOf(publicPart(token)),
    mimetype,
    ...(width !== undefined && height !== undefined && { width, height }),
    presignedUrl: addressOf(file, now, filename),
  };
}
