/*
 * Cursors of a share. A cursor holds the cells that its page ended with, by which the view may sort and which it may hide: so a
 * visitor gets it encrypted, and it is good for the share that gave it only.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { invalid } from "#lib/schemas/error";

interface Sealing {
  id: string;
  secret: string;
}

const algorithm = "aes-256-gcm";
const ivLength = 12;
const tagLength = 16;
const keyOf = ({ secret }: Sealing) => createHash("sha256").update(secret).digest();

export function seal(cursor: string, share: Sealing): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, keyOf(share), iv).setAAD(Buffer.from(share.id));
  const sealed = Buffer.concat([cipher.update(cursor, "base64url"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

export function unseal(sealed: string, share: Sealing): string {
  const bytes = Buffer.from(sealed, "base64url");
  const rest = bytes.subarray(ivLength + tagLength);
  try {
    const decipher = createDecipheriv(algorithm, keyOf(share), bytes.subarray(0, ivLength), {
      authTagLength: tagLength,
    });
    decipher.setAAD(Buffer.from(share.id)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
    return Buffer.concat([decipher.update(rest), decipher.final()]).toString("base64url");
  } catch {
    throw invalid([
      { path: "cursor", message: "is no cursor of this share: send the nextCursor of a page as it is" },
    ]);
  }
}
