/*
 * Passwords are stored as scrypt hashes, with the parameters of OWASP that use the least memory (N 2^14, r 8, p 5):
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

export const owaspCost = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };
/** The cost of a hash in this process. Only tests change it, because they sign up and sign in hundreds of times. */
export const passwordCost = { ...owaspCost };
const keyLength = 32;

const keyOf = (password: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(password.normalize("NFKC"), salt, keyLength, passwordCost, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

/** `scrypt$<salt>$<key>`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await keyOf(password, salt);
  return `scrypt$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** Takes the same time with and without a stored hash, so that timing does not reveal which accounts exist. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, salt = "", key = ""] = stored?.split("$") ?? [];
  const expected = Buffer.from(key, "base64url");
  const actual = await keyOf(password, Buffer.from(salt, "base64url"));
  return expected.length === keyLength && timingSafeEqual(actual, expected);
}
