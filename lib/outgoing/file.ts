/* A file that lies at an address on the internet. */
import { invalid } from "#lib/schemas/error";
import { limits } from "#lib/schemas/limits";
import { fetchFrom } from "./fetch.ts";
import { fileName } from "./file-name.ts";

export interface FetchedFile {
  name: string;
  contentType: string;
  body: Buffer;
}

const call = {
  maxBytes: limits.fetchedFileBytes,
  redirects: 5,
  // functions end after 29 s, and the file is to be stored then
  ...{ firstByteWithin: 8_000, within: 18_000 },
};

/** 400 at `path`, where the request has the address. */
export async function fileAt(address: string, path: string): Promise<FetchedFile> {
  const outcome = await fetchFrom(address, call);
  const wrong = (message: string) => invalid([{ path, message }]);
  if (outcome.problem) throw wrong(outcome.problem.message);
  if (outcome.status !== 200) throw wrong(`answered ${outcome.status}`);
  const { headers, body } = outcome;
  const contentType = headers["content-type"] ?? "";
  return { name: fileName(address, headers["content-disposition"]), contentType, body };
}
