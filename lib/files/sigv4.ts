/*
 * Addresses that AWS takes as signed (Signature Version 4 in the query), made without asking anybody: 30 lines of node:crypto,
 * where the SDK's signer would put 20 kB into every function that shows a record.
 *
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
import { createHash, createHmac } from "node:crypto";

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

export interface Signing {
  method: string;
  /** With its path, encoded as it is sent; the query comes apart. */
  address: URL;
  query?: Record<string, string>;
  /** What must be sent with it, besides the host: by small names. */
  headers?: Record<string, string>;
  region: string;
  credentials: Credentials;
  expiresIn: number;
  now: Date;
}

export function presignAddress({
  method,
  address,
  query,
  headers,
  region,
  credentials,
  expiresIn,
  now,
}: Signing) {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const place = `${day}/${region}/s3/aws4_request`;
  const signed = { host: address.host, ...headers };
  const names = Object.keys(signed).sort();
  const parameters = {
    ...query,
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Credential": `${credentials.accessKeyId}/${place}`,
    "X-Amz-Date": time,
    "X-Amz-Expires": String(expiresIn),
    ...(credentials.sessionToken && { "X-Amz-Security-Token": credentials.sessionToken }),
    "X-Amz-SignedHeaders": names.join(";"),
  };
  const canonicalQuery = Object.entries(parameters)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join("&");
  const lines = names.map((name) => `${name}:${Reflect.get(signed, name).trim()}\n`).join("");
  const request = [
    ...[method, address.pathname, canonicalQuery, lines, names.join(";")],
    "UNSIGNED-PAYLOAD",
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", time, place, sha256(request)].join("\n");
  const signature = hmac(signingKey(credentials.secretAccessKey, day, region), text).toString("hex");
  return `${address.origin}${address.pathname}?${canonicalQuery}&X-Amz-Signature=${signature}`;
}

/** As RFC 3986 says, which encodeURIComponent leaves !'()* of. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

let kept: { secret: string; of: string; key: Buffer } | undefined;

/** The same for a day: made once for a page of records. */
function signingKey(secret: string, day: string, region: string): Buffer {
  const of = `${day}/${region}`;
  if (kept?.secret !== secret || kept.of !== of)
    kept = {
      secret,
      of,
      key: hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), "s3"), "aws4_request"),
    };
  return kept.key;
}
