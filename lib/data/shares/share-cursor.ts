/*
 * Cursors of a share. A cursor holds the sort cells of the last record of its page, which the view may hide. So visitors get it
 * encrypted, and it is valid for its share only. Encryption keeps the length, which would reveal the length of those cells: so the
 * cursor is padded with U+0000, which never occurs in JSON.
 */

import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { invalidCursor } from "#lib/schemas/basics/cursor";

interface SealingShare {
  id: string;
  secret: string;
}

const algorithm = "aes-256-gcm";
const ivLength = 12;
const tagLength = 16;
const keyOf = ({ secret }: SealingShare) => createHash("sha256").update(secret).digest();

/** Cursors are padded to a multiple of so many bytes: enough for the longest key of one field, in any script, and the rest of a cursor. */
export const sealedStep = 512;

function padded(cursor: string): Buffer {
  const bytes = Buffer.from(cursor, "base64url");
  const missing = sealedStep - (bytes.length % sealedStep);
  return Buffer.concat([bytes, Buffer.alloc(missing)]);
}

/** Encrypts a cursor for the visitors of this share. */
export function sealCursor(cursor: string, share: SealingShare): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, keyOf(share), iv).setAAD(Buffer.from(share.id));
  const sealed = Buffer.concat([cipher.update(padded(cursor)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Decrypts a cursor; throws 400 if it is not a cursor of this share. */
export function unsealCursor(sealed: string, share: SealingShare): string {
  const bytes = Buffer.from(sealed, "base64url");
  const rest = bytes.subarray(ivLength + tagLength);
  try {
    const decipher = createDecipheriv(algorithm, keyOf(share), bytes.subarray(0, ivLength), {
      authTagLength: tagLength,
    });
    decipher.setAAD(Buffer.from(share.id)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
    const filled = Buffer.concat([decipher.update(rest), decipher.final()]);
    return filled.subarray(0, filled.findLastIndex((byte) => byte !== 0) + 1).toString("base64url");
  } catch {
    throw invalidCursor("this share");
  }
}
