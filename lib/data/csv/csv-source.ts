/* The source of an import: an uploaded file, or text in the request. */

import type { Caller } from "#lib/data/identity/caller";
import * as attachments from "#lib/data/records/attachments";
import { someBytes } from "#lib/files/storage";
import { invalid, unknownInside } from "#lib/schemas/basics/error";
import { publicPart } from "#lib/schemas/records/file-token";
import type { Csv } from "#lib/schemas/tables/csv";
import type { Read } from "./csv-file.ts";

/** Reads bytes of an uploaded file. */
export const readingFile =
  ({ token }: Pick<attachments.FileItem, "token">): Read =>
  (count, from) =>
    someBytes(publicPart(token), count, from);

/** `keep` returns the current item of the uploaded file; text from a request is stored as a file only then. `bytes` is its size. */
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
      {
        path: "token",
        message: "the file is not uploaded yet; send its bytes, then call POST /attachments/notify/{token}",
      },
    ]);
  return { read: readingFile(file), bytes: file.size, keep: get };
}

const missing = (): never => {
  throw unknownInside([{ path: "token", message: "no file with this token was uploaded by you" }]);
};

/** The source of an import, opened. Throws 400 if it is not CSV, 404 for an unknown token. The parser is imported only here. */
export async function openSource(csv: Csv, caller: Caller) {
  const source = await sourceOf(csv, caller);
  const { open } = await import("./csv-file.ts");
  return { ...source, opened: await open(source.read, csv) };
}
