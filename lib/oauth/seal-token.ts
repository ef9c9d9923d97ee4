/*
 * Seals a token for the program that asked for it with a public key (X25519), so that only this program can read what the browser carries:
 * Diffie-Hellman with a key pair for one use, HKDF-SHA-256, AES-256-GCM. A sealed token is the public key for one use, the text, and the tag.
 * lib/client/command/shared/hand-over.ts opens it.
 */
import { createCipheriv, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from "node:crypto";

/** What seals one token for a key; undefined if the text is no key of the curve. */
export function sealerFor(key: string): ((token: string) => string) | undefined {
  const agreed = agreeWith(key);
  if (!agreed) return undefined;
  const { own, secret } = agreed;
  return (token) => {
    // the secret is for one token, so the nonce may be the same each time
    const cipher = createCipheriv("aes-256-gcm", secret, Buffer.alloc(12));
    const sealed = Buffer.concat([own, cipher.update(token), cipher.final(), cipher.getAuthTag()]);
    return sealed.toString("base64url");
  };
}

function agreeWith(key: string): { own: Buffer; secret: Buffer } | undefined {
  const pair = generateKeyPairSync("x25519");
  try {
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "X25519", x: key }, format: "jwk" });
    // throws for the few points with which every secret is the same
    const shared = diffieHellman({ privateKey: pair.privateKey, publicKey });
    const own = Buffer.from(pair.publicKey.export({ format: "jwk" }).x ?? "", "base64url");
    const salt = Buffer.concat([own, Buffer.from(key, "base64url")]);
    return { own, secret: Buffer.from(hkdfSync("sha256", shared, salt, "gridless token", 32)) };
  } catch {
    return undefined;
  }
}
