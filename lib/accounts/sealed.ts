/*
 * Short texts that are sealed before they are stored: AES-256-GCM with a key derived from that of the deployment (HKDF-SHA-256). A sealed text
 * opens only for the owner and purpose that it was sealed for. The key is in the same store, so this guards what leaves the store alone: an item
 * in a log or an export. It does not guard a copy of the whole store.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { readDeploymentKey } from "#lib/data/identity/own-signature";

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

const keyFor = async (purpose: string) =>
  Buffer.from(hkdfSync("sha256", await readDeploymentKey(), "", `gridless ${purpose}`, 32));

/** Seals bytes for an owner, for example the id of a user. Base64url. */
export async function sealFor(owner: string, purpose: string, bytes: Uint8Array): Promise<string> {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, await keyFor(purpose), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([nonce, sealing.update(bytes), sealing.final()]);
  return Buffer.concat([sealed, sealing.getAuthTag()]).toString("base64url");
}

/** Opens what was sealed for this owner; throws if it was altered, or sealed for another. */
export async function openSealed(owner: string, purpose: string, sealed: string): Promise<Uint8Array> {
  const bytes = Buffer.from(sealed, "base64url");
  const opening = createDecipheriv(cipher, await keyFor(purpose), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]);
}
