/*
 * The files of a stack: its bucket, by addresses that are signed here. Bytes pass through this process only where one bucket may not be copied from by
 * who may write into the other.
 */

import type { IncomingMessage } from "node:http";
import { request as plain } from "node:http";
import { request as secure } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { presignAddress } from "#lib/files/sigv4";
import { StartError } from "#lib/local/process/start-error";
import { pathOf } from "#lib/schemas/records/file-token";
import type { Access } from "../../ask-aws.ts";
import type { Files } from "./files.ts";

interface Sent {
  method: "HEAD" | "GET" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  body?: Readable;
}

/** Milliseconds without a byte. */
const patience = 60_000;
const tries = 6;

export function bucketFiles({ region, credentials }: Access, bucket: string): Files {
  const own = process.env["AWS_ENDPOINT_URL_S3"] || process.env["AWS_ENDPOINT_URL"];
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const root = own ? `${own.replace(/\/$/, "")}/${bucket}/` : `https://${bucket}.s3.${region}.${domain}/`;

  /** One attempt; a body can be sent only once. */
  async function sendOnce(name: string, { method, headers = {}, body }: Sent): Promise<IncomingMessage> {
    const signed = presignAddress({
      ...{ method, address: new URL(root + pathOf(name)), headers, region, expiresIn: 900, now: new Date() },
      credentials: await credentials(),
    });
    const address = new URL(signed);
    const asked = (address.protocol === "http:" ? plain : secure)(address, {
      method,
      headers,
      timeout: patience,
    });
    asked.on("timeout", () => asked.destroy(new Error("the bucket does not answer")));
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      asked.once("response", resolve);
      asked.once("error", reject);
    });
    // an early answer, for example a refusal, ends the body
    if (body) pipeline(body, asked).catch(() => {});
    else asked.end();
    return answer;
  }

  /** Tries again where the bucket has no time, or does not answer. */
  async function send(name: string, sent: Omit<Sent, "body">): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt++) {
      const answer = await sendOnce(name, sent).catch((error: Error) => {
        if (attempt === tries) throw error;
      });
      if (answer && (attempt === tries || (answer.statusCode ?? 0) < 500)) return answer;
      answer?.resume();
      await wait(100 * 2 ** attempt);
    }
  }

  const refused = async (answer: IncomingMessage, what: string): Promise<StartError> => {
    const text = await textOf(answer);
    const said = /<Message>([^<]*)/.exec(text)?.[1] ?? "";
    return new StartError(
      `the bucket ${bucket} refuses to ${what} (${answer.statusCode}${said && `: ${said}`}); docs/operations/move-a-space.md names the permissions`,
    );
  };

  let copies = true;
  return {
    bucket,
    async sizeOf(name) {
      const answer = await send(name, { method: "HEAD" });
      answer.resume();
      // a bucket that may be listed answers 404 for a file that it does not have
      if (answer.statusCode === 404) return undefined;
      if (answer.statusCode !== 200) throw await refused(answer, "read files");
      return Number(answer.headers["content-length"]);
    },
    async read(name) {
      const answer = await send(name, { method: "GET" });
      if (answer.statusCode !== 200) throw await refused(answer, "read files");
      return answer;
    },
    async write(name, bytes, size) {
      const answer = await sendOnce(name, {
        ...{ method: "PUT", body: bytes },
        headers: { "content-length": String(size) },
      });
      if ((answer.statusCode ?? 0) >= 500)
        throw new Error(`the bucket ${bucket} answers ${answer.statusCode}`);
      if (answer.statusCode !== 200) throw await refused(answer, "write files");
      answer.resume();
    },
    async remove(name) {
      const answer = await send(name, { method: "DELETE" });
      if (answer.statusCode !== 204 && answer.statusCode !== 200) throw await refused(answer, "remove files");
      answer.resume();
    },
    async copyFrom(from, name) {
      if (!copies || !from.bucket) return false;
      const headers = { "x-amz-copy-source": `/${from.bucket}/${pathOf(name)}` };
      const answer = await send(name, { method: "PUT", headers });
      const text = await textOf(answer);
      // it answers 200 before it has copied, and says in the text whether it did
      const isDone = answer.statusCode === 200 && !text.includes("<Error>");
      // who may write into this bucket may not read the other one: it is of another account
      if (answer.statusCode === 403) copies = false;
      return isDone;
    },
  };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer) text += chunk;
  return text;
}
