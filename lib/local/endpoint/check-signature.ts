/*
 * Signature Version 4: the SDK's own signer signs the request again, with the secret of the only key, over the headers that the request
 * says are signed. The result must be the signature of the request. The signed time may be at most 15 minutes off. Key and time are checked
 * before the body is read.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";
import { StoreError } from "#lib/local/embedded/errors";

export interface AccessKey {
  accessKeyId: string;
  secretAccessKey: string;
}

interface Signed {
  region: string;
  /** Names in lower case, sorted. */
  headerNames: string[];
  signature: string;
  date: Date;
}

const longestAge = 15 * 60 * 1000;
/** These headers must be signed. Otherwise a person who sees one signed request could send it to another operation. */
const mustBeSigned = ["host", "x-amz-target"];

/**
 * Reads what the request says about its signature. Throws a StoreError for another key, and for a time that is more than 15 minutes off.
 */
export function readSignature(
  headers: IncomingHttpHeaders,
  { key, now }: { key: AccessKey; now: number },
): Signed {
  const { authorization, "x-amz-date": time } = headers;
  if (!authorization)
    throw new StoreError("MissingAuthenticationTokenException", "Request is missing Authentication Token");
  const part = (name: string) => new RegExp(`[ ,]${name}=([^, ]+)`).exec(authorization)?.[1] ?? "";
  const [accessKeyId, day, region, service, end, ...more] = part("Credential").split("/");
  const headerNames = part("SignedHeaders").split(";");
  const signature = part("Signature");
  const date = readTime(time);
  const isWhole =
    authorization.startsWith("AWS4-HMAC-SHA256 ") && region && signature && date && more.length === 0;
  if (!isWhole || typeof time !== "string" || !mustBeSigned.every((name) => headerNames.includes(name)))
    throw new StoreError(
      "IncompleteSignatureException",
      "Authorization header requires AWS4-HMAC-SHA256 with Credential, SignedHeaders (host and x-amz-target among them) and Signature, and the request a header X-Amz-Date",
    );
  if (accessKeyId !== key.accessKeyId)
    throw new StoreError(
      "UnrecognizedClientException",
      "The security token included in the request is invalid.",
    );
  if (service !== "dynamodb" || end !== "aws4_request" || !time.startsWith(`${day}T`))
    throw invalidSignature(
      `Credential should be scoped to ${time.slice(0, 8)}, a region, dynamodb and aws4_request`,
    );
  if (Math.abs(now - date.getTime()) > longestAge)
    throw invalidSignature(
      `Signature expired or not yet current: ${time} is more than 15 minutes from ${new Date(now).toISOString()}`,
    );
  return { region, headerNames, signature, date };
}

function readTime(text: unknown): Date | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(text))?.slice(1);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Throws a StoreError unless this request, with this body, was signed with the key. A request is always POST / here. */
export async function checkSignature(
  signed: Signed,
  { headers, body, key }: { headers: IncomingHttpHeaders; body: Uint8Array; key: AccessKey },
): Promise<void> {
  const { region, headerNames, signature, date } = signed;
  // the signer takes the hash of the body from this header, so the header must be right
  const hash = headers["x-amz-content-sha256"];
  if (hash !== undefined && hash !== createHash("sha256").update(body).digest("hex")) throw doesNotMatch();
  const signer = new SignatureV4({
    credentials: key,
    region,
    service: "dynamodb",
    sha256: Sha256,
    applyChecksum: false,
  });
  const own = await signer.sign(
    {
      method: "POST",
      protocol: "http:",
      hostname: "",
      path: "/",
      headers: Object.fromEntries(headerNames.map((name) => [name, String(headers[name] ?? "")])),
      body,
    },
    { signingDate: date, signableHeaders: new Set(headerNames) },
  );
  const expected = /Signature=(\w+)/.exec(own.headers["authorization"] ?? "")?.[1] ?? "";
  if (!areSame(expected, signature)) throw doesNotMatch();
}

const areSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const invalidSignature = (message: string) => new StoreError("InvalidSignatureException", message);

const doesNotMatch = () =>
  invalidSignature(
    "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method. Consult the service documentation for details.",
  );
