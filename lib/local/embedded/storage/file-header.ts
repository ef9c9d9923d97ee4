/*
 * Reads from its first bytes what kind of file the store's file is. This happens before SQLite opens the file, so that a file that is not
 * for this version is left unchanged. It must not happen later: when a process closes a file, the system removes all locks of the process
 * on it, also those of SQLite.
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";

/** The format of the file and of the items in it. It is raised with every change that an earlier version would read wrongly. */
export const format = 2;

/** Bytes. */
const headerLength = 100;
const magic = "SQLite format 3\0";

interface Header {
  /** `PRAGMA user_version`: the format; 0 for a file of another program. */
  format: number;
  /** The bytes that the file has according to its header. */
  expected: number;
  bytes: number;
}

/** Undefined for a file that is missing or empty. Throws if it is no file of SQLite. */
function readHeader(file: string): Header | undefined {
  const bytes = sizeOf(file);
  if (bytes === 0) return undefined;
  const header = Buffer.alloc(headerLength);
  const opened = openSync(file, "r");
  try {
    readSync(opened, header, 0, headerLength, 0);
  } finally {
    closeSync(opened);
  }
  if (header.toString("latin1", 0, magic.length) !== magic)
    throw new Error(`${file} is not a store: its first bytes are not those of SQLite`);
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  return { format: header.readUInt32BE(60), expected: pageSize * header.readUInt32BE(28), bytes };
}

/** Bytes; 0 for one that is missing. */
export const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Throws if the file is of a later format, cut short, or not a store. Accepts a file that is missing or empty. */
export function checkHeader(file: string): void {
  const header = readHeader(file);
  if (!header) return;
  if (header.format > format)
    throw new Error(
      `${file} was written by a newer Gridless (its format is ${header.format}, this Gridless knows up to ${format}): start the newer one; nothing was changed`,
    );
  // missing pages may be in the WAL, which is read when the file is opened
  if (header.bytes < header.expected && sizeOf(`${file}-wal`) === 0)
    throw new Error(`${file} is cut short: it has ${header.bytes} of ${header.expected} bytes`);
}
