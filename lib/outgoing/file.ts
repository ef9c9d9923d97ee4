/* A file that a request brings along, or that lies at an address on the internet. */
import { invalid } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { FileSource } from "#lib/schemas/records/file-source";
import { fetchFrom } from "./fetch.ts";
import { fileName } from "./file-name.ts";

interface FoundFile {
  /** As whoever sends it says; neither can be trusted. */
  name: string;
  contentType: string;
  body: Buffer;
}

const call = {
  maxBytes: limits.fetchedFileBytes,
  redirects: 5,
  // functions end after 29 s, and the file is to be stored then
  firstByteWithin: 8_000,
  within: 14_000,
};

/** 400 where there is none at the address. */
export async function fileOf({ file, fileUrl = "" }: FileSource): Promise<FoundFile> {
  if (file) return { name: file.name, contentType: file.type, body: Buffer.from(await file.arrayBuffer()) };
  const outcome = await fetchFrom(fileUrl, call);
  const wrong = (message: string) => invalid([{ path: "fileUrl", message }]);
  if (outcome.problem) throw wrong(outcome.problem.message);
  const { status, headers, body } = outcome;
  if (status !== 200) throw wrong(`answered ${status}`);
  const name = fileName(fileUrl, headers["content-disposition"]);
  return { name, contentType: headers["content-type"] ?? "", body };
}
