/*
 * Cursors of a share. A cursor holds the cells that its page ended with, by which the view may sort and which it may hide: so a
 * visitor gets it encrypted, and it is good for the share that gave it only. What is encrypted is as long as it was, and so would
 * tell how long those cells are: it is filled up with U+0000, of which JSON has none.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { invalid } from "#lib/schemas/basics/error";

interface Sealing {
  id: string;
  secret: string;
}

const algorithm = "aes-256-gcm";
const ivLength = 12;
const tagLength = 16;
const keyOf = ({ secret }: Sealing) => createHash("sha256").update(secret).digest();

/** The longest key of one field, in any script, with what is beside it in a cursor. */
export const sealedStep = 512;

function filledUp(cursor: string): Buffer {
  const bytes = Buffer.from(cursor, "base64url");
  const missing = sealedStep - (bytes.length % sealedStep);
  return Buffer.concat([bytes, Buffer.alloc(missing)]);
}

export function sealCursor(cursor: string, share: Sealing): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, keyOf(share), iv).setAAD(Buffer.from(share.id));
  const sealed = Buffer.concat([cipher.update(filledUp(cursor)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

export function unsealCursor(sealed: string, share: Sealing): string {
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
    throw invalid([
      { path: "cursor", message: "is no cursor of this share: send the nextCursor of a page as it is" },
    ]);
  }
}
