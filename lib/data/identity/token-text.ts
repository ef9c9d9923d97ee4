/*
 * The format of all tokens: gridless_<acc id or clt id>_<43 random characters><7 characters of checksum>. Secret scanners find the
 * prefix; the checksum rejects a mistyped token without a read. 43 characters out of 62 are 256 random bits.
 */
import { createHash, createHmac } from "node:crypto";
import { crc32 } from "node:zlib";
import { type AccessTokenId, type ClientId, randomText } from "#lib/schemas/basics/ids";

const checksum = (text: string) => crc32(text).toString(36).padStart(7, "0");

const length = 43;

/** A new token's text, for a personal access token or an application. */
export const newToken = (id: AccessTokenId | ClientId): string => textOf(id, randomText(length));

function textOf(id: AccessTokenId | ClientId, secret: string): string {
  const body = `gridless_${id}_${secret}`;
  return body + checksum(body);
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * The text of the token that follows another one: always the same for the same `before` and `salt`. Only who has the token before can
 * make it, and not without the random salt, so neither a reader of the store nor the holder of an older token can.
 */
export function deriveToken(id: ClientId, before: string, salt: string): string {
  const random = createHmac("sha512", before).update(salt).digest("hex");
  let secret = "";
  // 512 random bits are so many more than the 256 of the text that its letters are as good as equally frequent
  for (let rest = BigInt(`0x${random}`); secret.length < length; rest /= 62n)
    secret += letters[Number(rest % 62n)];
  return textOf(id, secret);
}

const shape = /^(gridless_((?:acc[0-9A-Za-z]{16})|(?:clt[0-9a-z]{16}))_[0-9A-Za-z]{43})([0-9a-z]{7})$/;

/** Whether a text has the format and the checksum of a token. */
export function isWellFormed(token: string): boolean {
  const [, body = "", , sum] = shape.exec(token) ?? [];
  return checksum(body) === sum;
}

/** The application that a token was issued to; `undefined` for a personal access token. */
export function clientIn(token: string): ClientId | undefined {
  const id = shape.exec(token)?.[2];
  return id?.startsWith("clt") ? (id as ClientId) : undefined;
}

/** A token as it may be kept: the hash of its text, and the application that it was issued to. */
export interface KnownToken {
  hashed: string;
  clientId?: ClientId | undefined;
}

export const knownToken = (token: string): KnownToken => ({
  hashed: hash(token),
  clientId: clientIn(token),
});

/** The form in which secrets are stored (SHA-256 in hexadecimal): a reader of the store cannot use them. */
export const hash = (secret: string | Uint8Array) => createHash("sha256").update(secret).digest("hex");
