import { expect, test } from "vitest";
import { openSealed, sealFor } from "#lib/accounts/sealed";

const secret = Buffer.from("twenty bytes of it..");

test("what was sealed opens for its owner and purpose, and twice the same secret looks different", async () => {
  const [one, two] = [await sealFor("usrA", "test", secret), await sealFor("usrA", "test", secret)];
  expect(one).not.toBe(two);
  expect(Buffer.from(one, "base64url").includes(secret)).toBe(false);
  expect(Buffer.from(await openSealed("usrA", "test", one))).toEqual(secret);
});

test("it does not open for another owner or purpose, nor altered or cut short", async () => {
  const sealed = await sealFor("usrA", "test", secret);
  const altered = (at: number) => {
    const bytes = Buffer.from(sealed, "base64url");
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes.toString("base64url");
  };
  const wrong: [string, string, string][] = [
    ["usrB", "test", sealed],
    ["usrA", "other", sealed],
    ...[0, 15, 40].map((at): [string, string, string] => ["usrA", "test", altered(at)]),
    ["usrA", "test", sealed.slice(0, -4)],
    ["usrA", "test", ""],
  ];
  for (const each of wrong) await expect(openSealed(...each)).rejects.toThrow();
});
