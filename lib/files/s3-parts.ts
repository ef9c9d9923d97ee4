/*
 * A file that goes to S3 in parts, so that no more than one is in memory. One that was not ended leaves nothing: the bucket forgets
 * parts after a day.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
 */
import type { Writing } from "./folder.ts";
import { describeRefusal, sendRequest, unavailable, write } from "./s3.ts";

/** S3 takes none below 5 MB but the last, and 10,000 of them. */
const partBytes = 8 * 1024 * 1024;

export function writeParts(path: string, type: string): Writing {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let upload: string | undefined;
  const tags: string[] = [];

  async function send() {
    upload ??= await begin(path, type);
    const query = { partNumber: String(tags.length + 1), uploadId: upload };
    const body = new Uint8Array(Buffer.concat(waiting));
    const answer = describeRefusal(
      await sendRequest(path, { s3: "PutObject", method: "PUT", query }, { body }),
    );
    tags.push(answer.headers.get("etag") ?? "");
    waiting = [];
    bytes = 0;
  }

  return {
    async add(piece) {
      waiting.push(piece);
      bytes += piece.length;
      if (bytes >= partBytes) await send();
    },
    async end() {
      if (!upload) return write(path, Buffer.concat(waiting), { type, length: bytes });
      if (bytes > 0) await send();
      await complete(path, upload, tags);
    },
    abandon: async () => {},
  };
}

async function begin(path: string, type: string): Promise<string> {
  const asked = { s3: "PutObject", method: "POST", query: { uploads: "" } } as const;
  const answer = describeRefusal(await sendRequest(path, asked, { headers: { "content-type": type } }));
  const [, id] = /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text()) ?? [];
  if (!id) throw new Error("the bucket began no upload");
  return id;
}

async function complete(path: string, uploadId: string, tags: string[]): Promise<void> {
  const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
  const asked = { s3: "PutObject", method: "POST", query: { uploadId } } as const;
  const text = await describeRefusal(await sendRequest(path, asked, { body })).text();
  // it may say 200 before it knows
  if (text.includes("<Error>")) unavailable(new Error("the bucket did not put the parts together"));
}
