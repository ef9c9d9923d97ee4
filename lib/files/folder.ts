/*
 * Files in a folder, used like S3: with addresses that are signed for one purpose and expire. lib/local/gateway/files.ts serves them.
 *
 *   <folder>/key                    the key that signs addresses
 *   <folder>/<part>                 a file, named by the public part of its token
 *   <folder>/<part>.sm, .lg         its thumbnails, if it is a picture
 *   <folder>/<part>.<random>.part   an upload in progress, renamed when it is complete: an interrupted upload leaves no partial file
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A file that is being written in pieces. */
export interface Writing {
  /** Call it again only after the promise is resolved. */
  add(bytes: Buffer): Promise<void>;
  end(): Promise<void>;
  /** Called instead of `end` after a failure. */
  abandon(): Promise<void>;
}

/** Where the writing of a file paused. It can be continued from there, in another process too, and more than once. */
export interface PausedWriting {
  /** Bytes that are not stored yet: a bucket takes parts of some size only. */
  tail: Buffer;
  /** For a bucket: the upload, and the tags of its parts. */
  upload?: string;
  tags: string[];
  /** For a folder: the bytes that are stored. */
  sent: number;
}

/** A writing that may take longer than a process lives. */
export interface LongWriting extends Writing {
  pause(): Promise<PausedWriting>;
}

/** What a signed address may be used for. */
export type Purpose = "upload" | "read";

const keys = new Map<string, Buffer>();

function keyOf(folder: string): Buffer {
  const known = keys.get(folder);
  if (known) return known;
  const file = join(folder, "key");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) makeKey(file);
  const key = readFileSync(file);
  keys.set(folder, key);
  return key;
}

/** If two processes create the key at once, the first one wins. */
function makeKey(file: string): void {
  try {
    writeFileSync(file, randomBytes(32), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

const signatureOf = (folder: string, purpose: Purpose, part: string, query: URLSearchParams) =>
  createHmac("sha256", keyOf(folder)).update(`${purpose}\n${part}\n${query}`).digest("base64url");

/** Path and query of an address that is valid until `expires` (Unix time in seconds). */
export function signedPath(
  folder: string,
  purpose: Purpose,
  part: string,
  { expires, ...parameters }: Record<string, string> & { expires: string },
): string {
  const query = new URLSearchParams({ expires, ...parameters });
  const signature = signatureOf(folder, purpose, part, query);
  return `/attachments/${purpose}/${part}?${query}&signature=${signature}`;
}

/** The parameters of the address; undefined if its signature is invalid or it has expired. */
export function verifyPath(
  folder: string,
  purpose: Purpose,
  part: string,
  query: URLSearchParams,
): Map<string, string> | undefined {
  const given = Buffer.from(query.get("signature") ?? "");
  const rest = new URLSearchParams(query);
  rest.delete("signature");
  const wanted = Buffer.from(signatureOf(folder, purpose, part, rest));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return Number(rest.get("expires")) * 1000 > Date.now() ? new Map(rest) : undefined;
}

/** The path of the file. */
export const fileIn = (folder: string, part: string): string => join(folder, part);

/** Writes the complete file or nothing; false if the body does not have `length` bytes. */
export async function receiveFile(
  folder: string,
  part: string,
  body: Readable,
  length: number,
): Promise<boolean> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${part}.${randomBytes(6).toString("hex")}.part`);
  let received = 0;
  const tooLong = new Error("more bytes than were announced");
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      done(received > length ? tooLong : null, chunk);
    },
  });
  try {
    await pipeline(body, counting, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    if (received !== length) return false;
    await rename(unfinished, fileIn(folder, part));
    return true;
  } catch (error) {
    if (error === tooLong) return false;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** A file that is written in pieces, and exists once `end` is done. */
export async function openWriting(folder: string, part: string): Promise<Writing> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${part}.${randomBytes(6).toString("hex")}.part`);
  const file = await open(unfinished, "wx", 0o600);
  return {
    add: async (bytes) => void (await file.writeFile(bytes)),
    async end() {
      await file.sync();
      await file.close();
      await rename(unfinished, fileIn(folder, part));
    },
    async abandon() {
      await file.close();
      await rm(unfinished, { force: true });
    },
  };
}

/**
 * As `openWriting`, for a file that is written in several turns. It has its name from the start, so that no restart removes it: only who
 * knows that it is complete may hand it out.
 */
export async function openLongWriting(
  folder: string,
  part: string,
  paused?: PausedWriting,
): Promise<LongWriting> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = await open(fileIn(folder, part), paused ? "r+" : "w", 0o600);
  let sent = paused?.sent ?? 0;
  await file.truncate(sent);
  const end = async () => {
    await file.sync();
    await file.close();
  };
  return {
    async add(bytes) {
      await file.write(bytes, 0, bytes.length, sent);
      sent += bytes.length;
    },
    end,
    async pause() {
      await end();
      return { tail: Buffer.alloc(0), tags: [], sent };
    },
    abandon: () => file.close(),
  };
}

/** Removes uploads that were in progress when an earlier process ended. */
export function removeUnfinished(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder))
    if (name.endsWith(".part")) rmSync(join(folder, name), { force: true });
}

/** In bytes; undefined if the file does not exist. */
export const sizeOf = async (folder: string, part: string): Promise<number | undefined> =>
  (await findFileState(folder, part))?.size;

/** The size in bytes and the time of the last change; undefined if the file does not exist. */
export async function findFileState(
  folder: string,
  part: string,
): Promise<{ size: number; modified: Date } | undefined> {
  try {
    const { size, mtime } = await stat(fileIn(folder, part));
    return { size, modified: mtime };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** At most `count` bytes, fewer if the file ends before. */
export async function someBytes(folder: string, part: string, count: number, from: number): Promise<Buffer> {
  await using file = await open(fileIn(folder, part));
  const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, from);
  return buffer.subarray(0, bytesRead);
}

/** Writes the complete file. */
export const write = async (folder: string, part: string, body: Buffer): Promise<void> => {
  await receiveFile(folder, part, Readable.from([body]), body.length);
};

/** Does nothing if the file does not exist. */
export const remove = (folder: string, part: string): Promise<void> =>
  rm(fileIn(folder, part), { force: true });
