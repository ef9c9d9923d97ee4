/*
 * Where files lie: a bucket of S3, or with GRIDLESS_FILES a folder (npm start, tests). In the bundles that is a constant
 * (lib/stack/constants.ts), so they hold nothing of the folder. Whoever has an address has the file: it is in no log.
 */
import type { FileToken } from "#lib/schemas/attachment";
import { disposition, safeType } from "./disposition.ts";
import * as folder from "./folder.ts";
import * as s3 from "./s3.ts";

/** The same everywhere, and all that is ever said of where a file lies. */
export const pathOf = (token: FileToken): string => `attachments/${token}`;

const uploadSeconds = 15 * 60;
/** Not longer than the least that credentials of a function are good for. */
const readSeconds = 60 * 60;

const expiring = (now: Date, seconds: number) => String(Math.floor(now.getTime() / 1000) + seconds);
const origin = () => process.env["GRIDLESS_ORIGIN"] ?? "http://localhost";

/** Where the bytes of a file go, of this type and length and no other. */
export function uploadAddress(token: FileToken, { type, length }: s3.Sent, now: Date): string {
  if (!process.env["GRIDLESS_FILES"])
    return s3.uploadAddress(pathOf(token), { type, length }, uploadSeconds, now);
  const said = { expires: expiring(now, uploadSeconds), type, length: String(length) };
  return origin() + folder.signedPath(process.env["GRIDLESS_FILES"], "upload", token, said);
}

interface Named {
  token: FileToken;
  name: string;
  mimetype: string;
}

/** Where a file can be read for an hour, under this name. */
export function readAddress({ token, name, mimetype }: Named, now: Date): string {
  const shown = { type: safeType(mimetype), disposition: disposition(mimetype, name) };
  if (!process.env["GRIDLESS_FILES"]) return s3.readAddress(pathOf(token), shown, readSeconds, now);
  const said = { expires: expiring(now, readSeconds), ...shown };
  return origin() + folder.signedPath(process.env["GRIDLESS_FILES"], "read", token, said);
}

/** In bytes; undefined if it is not there. */
export const sizeOf = (token: FileToken): Promise<number | undefined> =>
  process.env["GRIDLESS_FILES"]
    ? folder.sizeOf(process.env["GRIDLESS_FILES"], token)
    : s3.sizeOf(pathOf(token));

export const firstBytes = (token: FileToken, count: number): Promise<Buffer> =>
  process.env["GRIDLESS_FILES"]
    ? folder.firstBytes(process.env["GRIDLESS_FILES"], token, count)
    : s3.firstBytes(pathOf(token), count);

/** Writes a file that came to us. */
export const write = (token: FileToken, body: Buffer, type: string): Promise<void> =>
  process.env["GRIDLESS_FILES"]
    ? folder.write(process.env["GRIDLESS_FILES"], token, body)
    : s3.write(pathOf(token), body, { type, length: body.length });

export const remove = (token: FileToken): Promise<void> =>
  process.env["GRIDLESS_FILES"]
    ? folder.remove(process.env["GRIDLESS_FILES"], token)
    : s3.remove(pathOf(token));
