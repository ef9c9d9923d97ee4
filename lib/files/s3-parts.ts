/*
 * Uploads a file to S3 in parts, so that only one part is in memory. An unfinished upload needs no cleanup: the bucket deletes its parts
 * after one day.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
 */
import type { LongWriting, PausedWriting } from "./folder.ts";
import { describeRefusal, sendRequest, unavailable, write } from "./s3.ts";

/** S3 allows 10,000 parts of at least 5 MiB; only the last may be smaller. */
const partBytes = 8 * 1024 * 1024;

/** A file below 8 MiB is sent in a single request. `paused` is where an earlier writing paused. */
export function writeParts(path: string, type: string, paused?: PausedWriting): LongWriting {
  let waiting = paused ? [paused.tail] : [];
  let bytes = paused?.tail.length ?? 0;
  let upload = paused?.upload;
  const tags = [...(paused?.tags ?? [])];

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
    pause: async () => ({ tail: Buffer.concat(waiting), tags, sent: 0, ...(upload && { upload }) }),
    abandon: async () => {},
  };
}

async function begin(path: string, type: string): Promise<string> {
  const asked = { s3: "PutObject", method: "POST", query: { uploads: "" } } as const;
  const answer = describeRefusal(await sendRequest(path, asked, { headers: { "content-type": type } }));
  const [, id] = /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text()) ?? [];
  if (!id) throw new Error("the bucket did not begin an upload");
  return id;
}

async function complete(path: string, uploadId: string, tags: string[]): Promise<void> {
  const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  const body = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
  const asked = { s3: "PutObject", method: "POST", query: { uploadId } } as const;
  const text = await describeRefusal(await sendRequest(path, asked, { body })).text();
  // S3 may respond 200 and report an error in the body
  if (text.includes("<Error>")) unavailable(new Error("the bucket could not combine the parts"));
}
