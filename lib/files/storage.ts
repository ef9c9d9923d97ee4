/*
 * Where files lie: a bucket of S3, or with GRIDLESS_FILES a folder (npm start, tests). In the bundles that is a constant
 * (lib/stack/constants.ts), so they hold nothing of the folder. Whoever has an address has the file: it is in no log.
 */
import { pathOf } from "#lib/schemas/records/file-token";
import { disposition, safeType } from "./disposition.ts";
import * as folder from "./folder.ts";
import * as s3 from "./s3.ts";

const uploadSeconds = 15 * 60;
/** Not longer than the least that credentials of a function are good for. */
const readSeconds = 60 * 60;

const downloadSeconds = 10 * 60;

const expiring = (now: Date, seconds: number) => String(Math.floor(now.getTime() / 1000) + seconds);
const origin = () => process.env["GRIDLESS_ORIGIN"] ?? "http://localhost";

/** Where the bytes of a file go, of this type and length and no other. */
export function uploadAddress(part: string, { type, length }: s3.Sent, now: Date): string {
  if (!process.env["GRIDLESS_FILES"])
    return s3.uploadAddress(pathOf(part), { type, length }, uploadSeconds, now);
  const said = { expires: expiring(now, uploadSeconds), type, length: String(length) };
  return origin() + folder.signedPath(process.env["GRIDLESS_FILES"], "upload", part, said);
}

interface Named {
  part: string;
  name: string;
  mimetype: string;
}

/** Where a file can be read for an hour, under this name. */
export function readAddress({ part, name, mimetype }: Named, now: Date): string {
  const shown = { type: safeType(mimetype), disposition: disposition(mimetype, name) };
  if (!process.env["GRIDLESS_FILES"]) return s3.readAddress(pathOf(part), shown, readSeconds, now);
  const said = { expires: expiring(now, readSeconds), ...shown };
  return origin() + folder.signedPath(process.env["GRIDLESS_FILES"], "read", part, said);
}

/** The same for some minutes only, and saved instead of shown, as what it is. */
export function downloadAddress({ part, name, mimetype }: Named, now: Date): string {
  const shown = { type: mimetype, disposition: disposition("application/octet-stream", name) };
  if (!process.env["GRIDLESS_FILES"]) return s3.readAddress(pathOf(part), shown, downloadSeconds, now);
  const said = { expires: expiring(now, downloadSeconds), ...shown };
  return origin() + folder.signedPath(process.env["GRIDLESS_FILES"], "read", part, said);
}

/** In bytes; undefined if it is not there. */
export const sizeOf = (part: string): Promise<number | undefined> =>
  process.env["GRIDLESS_FILES"]
    ? folder.sizeOf(process.env["GRIDLESS_FILES"], part)
    : s3.sizeOf(pathOf(part));

/** Fewer where the file ends. */
export const someBytes = (part: string, count: number, from = 0): Promise<Buffer> =>
  process.env["GRIDLESS_FILES"]
    ? folder.someBytes(process.env["GRIDLESS_FILES"], part, count, from)
    : s3.someBytes(pathOf(part), count, from);

/** Writes a file that came to us. */
export const write = (part: string, body: Buffer, type: string): Promise<void> =>
  process.env["GRIDLESS_FILES"]
    ? folder.write(process.env["GRIDLESS_FILES"], part, body)
    : s3.write(pathOf(part), body, { type, length: body.length });

export const remove = (part: string): Promise<void> =>
  process.env["GRIDLESS_FILES"]
    ? folder.remove(process.env["GRIDLESS_FILES"], part)
    : s3.remove(pathOf(part));
