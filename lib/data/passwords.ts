/* Passwords are kept as scrypt hashes, with OWASP's parameters of the least memory that it accepts (N 2^14, r 8, p 5). */
import { randomBytes, scrypt } from "node:crypto";

const cost = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };
const keyLength = 32;

/** `scrypt$<salt>$<key>`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await new Promise<Buffer>((resolve, reject) =>
    scrypt(password.normalize("NFKC"), salt, keyLength, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
  return `scrypt$${salt.toString("base64url")}$${key.toString("base64url")}`;
}
