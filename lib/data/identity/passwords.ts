/*
 * Passwords are kept as scrypt hashes, with OWASP's parameters of the least memory that it accepts (N 2^14, r 8, p 5):
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

const cost = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };
const keyLength = 32;

const keyOf = (password: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(password.normalize("NFKC"), salt, keyLength, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

/** `scrypt$<salt>$<key>`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await keyOf(password, salt);
  return `scrypt$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** Takes as long whether there is a hash or not, so that time does not tell who has an account. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, salt = "", key = ""] = stored?.split("$") ?? [];
  const expected = Buffer.from(key, "base64url");
  const found = await keyOf(password, Buffer.from(salt, "base64url"));
  return expected.length === keyLength && timingSafeEqual(found, expected);
}
