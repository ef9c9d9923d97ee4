/* Where the bytes are that an import is about: in a file that was uploaded, or in the request. */

import type { Caller } from "#lib/data/identity/caller";
import * as attachments from "#lib/data/records/attachments";
import { someBytes } from "#lib/files/storage";
import { invalid, unknownInside } from "#lib/schemas/basics/error";
import { publicPart } from "#lib/schemas/records/file-token";
import type { Csv } from "#lib/schemas/tables/csv";
import type { Read } from "./csv-file.ts";

export const readingFile =
  ({ token }: Pick<attachments.FileItem, "token">): Read =>
  (count, from) =>
    someBytes(publicPart(token), count, from);

/** `keep` gives the file as it is by then, which text from a request becomes only now. */
async function sourceOf(
  { token, text }: Csv,
  caller: Caller,
): Promise<{ read: Read; bytes: number; keep: () => Promise<attachments.FileItem> }> {
  if (token === undefined) {
    const body = Buffer.from(text ?? "");
    const read: Read = async (count, from) => body.subarray(from, from + count);
    const keep = () => attachments.keep({ contentType: "text/csv", body }, caller);
    return { read, bytes: body.length, keep };
  }
  const get = () => attachments.getOwn(token, caller).catch(missing);
  const file = await get();
  if (file.state !== "uploaded")
    throw invalid([
      { path: "token", message: "is of a file that is not uploaded: send it, and say so (notify)" },
    ]);
  return { read: readingFile(file), bytes: file.size, keep: get };
}

const missing = (): never => {
  throw unknownInside([{ path: "token", message: "you have uploaded no such file" }]);
};

/** The same, looked into. The parser is loaded now: what writes records is large as it is. */
export async function openSource(csv: Csv, caller: Caller) {
  const source = await sourceOf(csv, caller);
  const { open } = await import("./csv-file.ts");
  return { ...source, opened: await open(source.read, csv) };
}
