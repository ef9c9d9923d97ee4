/* Reads an uploaded file. */
import { someBytes } from "#lib/files/storage";
import { type FileToken, publicPart } from "#lib/schemas/records/file-token";

export const readingToken =
  (token: FileToken) =>
  (count: number, from: number): Promise<Buffer> =>
    someBytes(publicPart(token), count, from);
