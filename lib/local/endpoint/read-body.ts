import type { IncomingMessage } from "node:http";

/** DynamoDB's limit in bytes. */
const mostBytes = 16 * 1024 * 1024;

/** Reads the body; undefined if it is larger than DynamoDB takes. The rest is read and dropped, so that the answer arrives. */
export function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
      else chunks = [];
    });
    request.on("end", () => resolve(size <= mostBytes ? Buffer.concat(chunks) : undefined));
    request.on("error", reject);
  });
}
