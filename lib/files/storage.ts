/*
 * Stores files in a bucket of S3, or in the folder GRIDLESS_FILES (npm start, tests). In the bundles GRIDLESS_FILES is an empty constant
 * (lib/stack/bundles/constants.ts), so they do not contain the code of the folder. An address gives access to its file, so it must never be logged.
 */
import { msPerSecond, secondsPerHour, secondsPerMinute } from "#lib/schemas/basics/time-units";
import { pathOf } from "#lib/schemas/records/file-token";
import { type Thumbnail, thumbnailPart, thumbnailType } from "#lib/schemas/records/thumbnail";
import { disposition, safeType } from "./disposition.ts";
import * as folder from "./folder.ts";
import * as s3 from "./s3.ts";

const uploadSeconds = 15 * secondsPerMinute;
/** Not longer than the shortest lifetime of a function's credentials. */
const readSeconds = secondsPerHour;

const downloadSeconds = 10 * secondsPerMinute;

const expiring = (now: Date, seconds: number) => String(Math.floor(now.getTime() / msPerSecond) + seconds);
const origin = () => process.env["GRIDLESS_ORIGIN"] ?? "http://localhost";

/** The address to which a file of exactly this type and length can be uploaded, valid for 15 minutes. */
export function uploadAddress(part: string, { type, length }: s3.Sent, now: Date): string {
  if (process.env["GRIDLESS_FILES"]) {
    const said = { expires: expiring(now, uploadSeconds), type, length: String(length) };
    return origin() + folder.signedPath(process.env["GRIDLESS_FILES"], "upload", part, said);
  }
  return s3.uploadAddress(pathOf(part), { type, length }, uploadSeconds, now);
}

interface Named {
  part: string;
  name: string;
  mimetype: string;
}

/** The thumbnail of a file, to read it under the file's name. */
export const thumbnailOf = ({ part, name }: Named, thumbnail: Thumbnail): Named => ({
  part: thumbnailPart(part, thumbnail),
  name: `${name}.webp`,
  mimetype: thumbnailType,
});

/** The address from which a file can be read under this name, valid for one hour. */
export function readAddress({ part, name, mimetype }: Named, now: Date): string {
  const shown = { type: safeType(mimetype), disposition: disposition(mimetype, name) };
  if (process.env["GRIDLESS_FILES"]) {
    const said = { expires: expiring(now, readSeconds), ...shown };
    return origin() + folder.signedPath(process.env["GRIDLESS_FILES"], "read", part, said);
  }
  return s3.readAddress(pathOf(part), shown, readSeconds, now);
}

/** The same for 10 minutes; the browser saves the file with its real type instead of showing it. */
export function downloadAddress({ part, name, mimetype }: Named, now: Date): string {
  const shown = { type: mimetype, disposition: disposition("application/octet-stream", name) };
  if (process.env["GRIDLESS_FILES"]) {
    const said = { expires: expiring(now, downloadSeconds), ...shown };
    return origin() + folder.signedPath(process.env["GRIDLESS_FILES"], "read", part, said);
  }
  return s3.readAddress(pathOf(part), shown, downloadSeconds, now);
}

/** In bytes; undefined if the file does not exist. */
export const sizeOf = (part: string): Promise<number | undefined> =>
  process.env["GRIDLESS_FILES"]
    ? folder.sizeOf(process.env["GRIDLESS_FILES"], part)
    : s3.sizeOf(pathOf(part));

/** At most `count` bytes, fewer if the file ends before. */
export const someBytes = (part: string, count: number, from = 0): Promise<Buffer> =>
  process.env["GRIDLESS_FILES"]
    ? folder.someBytes(process.env["GRIDLESS_FILES"], part, count, from)
    : s3.someBytes(pathOf(part), count, from);

/** Writes a complete file. */
export const write = (part: string, body: Buffer, type: string): Promise<void> =>
  process.env["GRIDLESS_FILES"]
    ? folder.write(process.env["GRIDLESS_FILES"], part, body)
    : s3.write(pathOf(part), body, { type, length: body.length });

/** Succeeds also if the file does not exist. */
export const remove = (part: string): Promise<void> =>
  process.env["GRIDLESS_FILES"]
    ? folder.remove(process.env["GRIDLESS_FILES"], part)
    : s3.remove(pathOf(part));
