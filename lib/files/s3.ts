/*
 * Files in a bucket of S3. Our own requests use signed addresses too, so no S3 client is needed. lib/stack/functions/permissions.ts finds the names
 * of the actions (`s3: "GetObject"`) in the bundles.
 */
import { AppError } from "#lib/schemas/basics/error";
import { type Credentials, presignAddress } from "./sigv4.ts";

interface Asked {
  /** The action that IAM must allow. */
  s3: "GetObject" | "PutObject" | "DeleteObject";
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Seconds. */
  expiresIn: number;
  now: Date;
}

const bucket = () => process.env["GRIDLESS_BUCKET"] ?? "";

/** The credentials of the function's role, which are in its environment and valid as long as its process runs. */
function credentials(): Credentials {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new Error("The environment has no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN,
  };
}

const region = () => process.env["AWS_REGION"] ?? "us-east-1";

/** On AWS each bucket has its own host; with another endpoint the bucket is part of the path. */
function addressOf(path: string): URL {
  const elsewhere = process.env["AWS_ENDPOINT_URL_S3"] || process.env["AWS_ENDPOINT_URL"];
  return new URL(
    elsewhere
      ? `${elsewhere.replace(/\/$/, "")}/${bucket()}/${path}`
      : `https://${bucket()}.s3.${region()}.amazonaws.com/${path}`,
  );
}

/** Whether an address leads into our bucket. */
export function isInBucket({ origin, pathname }: URL): boolean {
  if (process.env["GRIDLESS_FILES"]) return false;
  const root = addressOf("");
  return origin === root.origin && pathname.startsWith(root.pathname);
}

const signed = (path: string, { s3: _, ...asked }: Asked): string =>
  presignAddress({ ...asked, address: addressOf(path), region: region(), credentials: credentials() });

export interface Sent {
  type: string;
  /** Bytes. */
  length: number;
}

/** For an upload. The signature includes length and type, so S3 refuses an upload with another length or type. */
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

/** For a download, with the headers that S3 sends with it. */
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

/** Throws 503 if the bucket cannot be reached. */
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

/** Throws 503, which callers may retry. */
export const unavailable = (cause: unknown): never => {
  throw new AppError("database_connection_unavailable", "The files cannot be reached; try again", {
    headers: { "retry-after": "1" },
    cause,
  });
};

/** In bytes; undefined if the file does not exist. S3 responds 403 for a missing file if the caller may not list the bucket. */
export async function sizeOf(path: string): Promise<number | undefined> {
  const answer = await sendRequest(path, { s3: "GetObject", method: "HEAD" });
  if (answer.status === 404 || answer.status === 403) return undefined;
  return Number(describeRefusal(answer).headers.get("content-length"));
}

/** At most `count` bytes, fewer if the file ends before. */
export async function someBytes(path: string, count: number, from = 0): Promise<Buffer> {
  const headers = { range: `bytes=${from}-${from + count - 1}` };
  const answer = await sendRequest(path, { s3: "GetObject", method: "GET" }, { headers });
  // the range is empty: the file ends before `from`
  if (answer.status === 416) return Buffer.alloc(0);
  return Buffer.from(await describeRefusal(answer).arrayBuffer());
}

/** Writes the complete file. */
export async function write(path: string, body: Buffer, { type }: Sent): Promise<void> {
  const headers = { "content-type": type };
  describeRefusal(
    await sendRequest(path, { s3: "PutObject", method: "PUT" }, { headers, body: new Uint8Array(body) }),
  );
}

/** Succeeds also if the file does not exist. */
export async function remove(path: string): Promise<void> {
  describeRefusal(await sendRequest(path, { s3: "DeleteObject", method: "DELETE" }));
}

/** The response if it is a success; otherwise throws, without the address in the message, because it gives access to the file. */
export function describeRefusal(answer: Response): Response {
  if (answer.status >= 500) unavailable(new Error(`the bucket responded with status ${answer.status}`));
  if (!answer.ok) throw new Error(`the bucket responded with status ${answer.status}`);
  return answer;
}
