import { afterEach, expect, test } from "vitest";
import { hashPassword, isPassword, owaspCost, passwordCost } from "#lib/data/identity/passwords";

const ofTests = { ...passwordCost };
afterEach(() => void Object.assign(passwordCost, ofTests));

test("a password is hashed as OWASP asks for it", async () => {
  expect(owaspCost).toMatchObject({ N: 16_384, r: 8, p: 5 });
  Object.assign(passwordCost, owaspCost);
  const stored = "scrypt$PwJZ364Qa5aEcsZdGqnAgQ$vl1CXJMJfDJ_iCy45aruFHS4O9W-jrZkvUvL2E_2d7I";
  expect(await isPassword("correct horse 7", stored)).toBe(true);
  expect(await isPassword("correct horse 8", stored)).toBe(false);
  expect(await isPassword("correct horse 7", undefined)).toBe(false);
});

test("a hash has a salt of its own, and fits the password however it is composed", async () => {
  const [one, other] = await Promise.all([hashPassword("caf\u00e9 7"), hashPassword("caf\u00e9 7")]);
  expect(one).not.toBe(other);
  expect(await isPassword("cafe\u0301 7", one)).toBe(true);
});
