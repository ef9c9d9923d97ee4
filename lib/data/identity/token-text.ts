/*
 * What all tokens look like: gridless_<acc id or clt id>_<43 random characters><7 of a checksum>. The name makes them findable
 * for secret scanners; the checksum tells a mistyped one without asking the store. 43 of 62 letters are 256 random bits.
 */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type AccessTokenId, type ClientId, randomText } from "#lib/schemas/basics/ids";

const checksum = (text: string) => crc32(text).toString(36).padStart(7, "0");

export function newToken(id: AccessTokenId | ClientId): string {
  const body = `gridless_${id}_${randomText(43)}`;
  return body + checksum(body);
}

const shape = /^(gridless_((?:acc[0-9A-Za-z]{16})|(?:clt[0-9a-z]{16}))_[0-9A-Za-z]{43})([0-9a-z]{7})$/;

/** Whether a text can be a token at all. */
export function isWellFormed(token: string): boolean {
  const [, body = "", , sum] = shape.exec(token) ?? [];
  return checksum(body) === sum;
}

/** The application that a token was given to; none: somebody made it for himself. */
export function clientIn(token: string): ClientId | undefined {
  const id = shape.exec(token)?.[2];
  return id?.startsWith("clt") ? (id as ClientId) : undefined;
}

/** What stands for a secret wherever it is stored: whoever reads the store cannot use it. */
export const hash = (secret: string) => createHash("sha256").update(secret).digest("hex");
