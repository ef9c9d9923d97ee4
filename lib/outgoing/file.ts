/* A file that is in the request, or at an address on the internet. */
import { invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { FileSource } from "#lib/schemas/records/file-source";
import { fetchFrom } from "./fetch.ts";
import { fileName } from "./file-name.ts";

interface FoundFile {
  /** Name and type come from the sender and cannot be trusted. */
  name: string;
  contentType: string;
  body: Buffer;
}

const call = {
  maxBytes: limits.fetchedFileBytes,
  redirects: 5,
  // a function times out after 29 s, and the file must be stored before
  firstByteWithin: 8_000,
  within: 14_000,
};

/** Throws 400 if the address does not return a file. `path` is the member of the request that holds it. */
export async function fileOf({ file, fileUrl = "" }: FileSource, path = "fileUrl"): Promise<FoundFile> {
  if (file) return { name: file.name, contentType: file.type, body: Buffer.from(await file.arrayBuffer()) };
  const outcome = await fetchFrom(fileUrl, call);
  const wrong = (message: string) => invalid([{ path, message }]);
  if (outcome.problem) throw wrong(outcome.problem.message);
  const { status, headers, body } = outcome;
  if (status !== 200) throw wrong(`responded with status ${status}`);
  const name = fileName(fileUrl, headers["content-disposition"]);
  return { name, contentType: headers["content-type"] ?? "", body };
}
