/*
 * Files in a bucket of S3: what we do ourselves goes by signed addresses too, so no client is needed. The names of the actions
 * stand here for lib/stack/permissions.ts, which finds them in the bundles.
 */
import { AppError } from "#lib/schemas/basics/error";
import { type Credentials, presignAddress } from "./sigv4.ts";

interface Asked {
  /** What IAM must allow. */
  s3: "GetObject" | "PutObject" | "DeleteObject";
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  query?: Record<string, string>;
  headers?: Record<string, string>;
  expiresIn: number;
  now: Date;
}

const bucket = () => process.env["GRIDLESS_BUCKET"] ?? "";

/** Of the place that the function runs as: they stand in its environment, and hold as long as that does. */
function credentials(): Credentials {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new Error("There are no credentials in the environment: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY");
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN,
  };
}

const region = () => process.env["AWS_REGION"] ?? "us-east-1";

/** At AWS each bucket has a host; elsewhere it is a part of the path. */
function addressOf(path: string): URL {
  const elsewhere = process.env["AWS_ENDPOINT_URL_S3"] || process.env["AWS_ENDPOINT_URL"];
  return new URL(
    elsewhere
      ? `${elsewhere.replace(/\/$/, "")}/${bucket()}/${path}`
      : `https://${bucket()}.s3.${region()}.amazonaws.com/${path}`,
  );
}

const signed = (path: string, { s3: _, ...asked }: Asked): string =>
  presignAddress({ ...asked, address: addressOf(path), region: region(), credentials: credentials() });

export interface Sent {
  type: string;
  length: number;
}

/** Length and type are part of what is signed: an upload of another length or type is refused by S3. */
export const uploadAddress = (path: string, { type, length }: Sent, expiresIn: number, now: Date): string =>
  signed(path, {
    s3: "PutObject",
    method: "PUT",
    expiresIn,
    now,
    headers: { "content-length": String(length), "content-type": type },
  });

export interface Shown {
  type: string;
  disposition: string;
}

export const readAddress = (
  path: string,
  { type, disposition }: Shown,
  expiresIn: number,
  now: Date,
): string =>
  signed(path, {
    s3: "GetObject",
    method: "GET",
    expiresIn,
    now,
    query: { "response-content-disposition": disposition, "response-content-type": type },
  });

/** For what is more than one request (s3-parts.ts). */
export const sendRequest = (
  path: string,
  asked: Pick<Asked, "s3" | "method" | "query">,
  init: RequestInit = {},
) =>
  fetch(signed(path, { ...asked, expiresIn: 60, now: new Date() }), {
    ...init,
    method: asked.method,
    signal: AbortSignal.timeout(10_000),
  }).catch(unavailable);

export const unavailable = (cause: unknown): never => {
  throw new AppError("database_connection_unavailable", "The files cannot be reached; try again", {
    headers: { "retry-after": "1" },
    cause,
  });
};

/** Of its size; undefined if it is not there. Without the right to list a bucket, S3 says 403 of what is not there. */
export async function sizeOf(path: string): Promise<number | undefined> {
  const answer = await sendRequest(path, { s3: "GetObject", method: "HEAD" });
  if (answer.status === 404 || answer.status === 403) return undefined;
  return Number(describeRefusal(answer).headers.get("content-length"));
}

export async function someBytes(path: string, count: number, from = 0): Promise<Buffer> {
  const headers = { range: `bytes=${from}-${from + count - 1}` };
  const answer = await sendRequest(path, { s3: "GetObject", method: "GET" }, { headers });
  // nothing is in the range: the file is empty, or ends before
  if (answer.status === 416) return Buffer.alloc(0);
  return Buffer.from(await describeRefusal(answer).arrayBuffer());
}

export async function write(path: string, body: Buffer, { type }: Sent): Promise<void> {
  const headers = { "content-type": type };
  describeRefusal(
    await sendRequest(path, { s3: "PutObject", method: "PUT" }, { headers, body: new Uint8Array(body) }),
  );
}

/** Also of what is not there. */
export async function remove(path: string): Promise<void> {
  describeRefusal(await sendRequest(path, { s3: "DeleteObject", method: "DELETE" }));
}

/** Never with the address, which opens the file. */
export function describeRefusal(answer: Response): Response {
  if (answer.status >= 500) unavailable(new Error(`the bucket answered ${answer.status}`));
  if (!answer.ok) throw new Error(`the bucket answered ${answer.status}`);
  return answer;
}
