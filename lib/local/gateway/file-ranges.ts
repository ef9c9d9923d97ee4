/*
 * Which bytes of a file a request asks for (RFC 9110, 13 and 14). One range is served; a request for several, or with one that cannot be
 * read, gets the whole file.
 */
import type { IncomingHttpHeaders } from "node:http";
import { etagOf, namesTag } from "#lib/http/etag";

export interface FileState {
  size: number;
  modified: Date;
}

/** The first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The file's state as an ETag without quotes, and as HTTP writes dates. */
const tagOf = ({ size, modified }: FileState) => `${size.toString(36)}-${modified.getTime().toString(36)}`;
const dateOf = ({ modified }: FileState) => modified.toUTCString();

export const validatorsOf = (file: FileState) => ({
  etag: etagOf(tagOf(file)),
  "last-modified": dateOf(file),
});

/** Whether the client has the file as it is. An ETag decides, and where none is sent, a date. */
export function isUnchanged(headers: IncomingHttpHeaders, file: FileState): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) return namesTag(tags, etagOf(tagOf(file)));
  // a date that cannot be read is NaN, which is never later
  return Date.parse(headers["if-modified-since"] ?? "") >= Date.parse(dateOf(file));
}

/** The range that is asked for; "all" bytes, or "none" if the file ends before it (416). */
export function byteRangeOf(headers: IncomingHttpHeaders, file: FileState): ByteRange | "all" | "none" {
  const { range = "", "if-range": condition } = headers;
  const [, from = "", to = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  const isRead = from !== "" ? to === "" || Number(from) <= Number(to) : to !== "";
  if (!isRead || !holds(condition, file)) return "all";
  const last = file.size - 1;
  const start = from === "" ? Math.max(0, file.size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? last : Math.min(Number(to), last);
  return start <= end ? { start, end } : "none";
}

/** If-Range: the range is for this state of the file only. A weak tag names no bytes. */
function holds(condition: string | string[] | undefined, file: FileState): boolean {
  if (condition === undefined) return true;
  const { etag, "last-modified": date } = validatorsOf(file);
  return condition === etag || condition === date;
}
