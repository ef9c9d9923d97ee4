import { describe, expect, test } from "vitest";
import { signIn } from "#lib/accounts/sign-in";
import * as attempts from "#lib/data/identity/attempts";
import { AppError } from "#lib/schemas/basics/error";
import { anEmail } from "#test/support/makers/people";
import { chance } from "#test/support/run/chance";

const noon = Date.parse("2030-05-01T12:00:00.000Z");
/** The seconds to wait that an attempt is refused with; 0: it is allowed. */
async function waitAt(guessed: attempts.Attempt, seconds: number): Promise<number> {
  try {
    await attempts.countAttempt(guessed, noon + seconds * 1000);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "too_many_requests") throw error;
    return Number(error.headers?.["retry-after"]);
  }
}
const anAccount = () => ({ kind: "account", of: anEmail() }) as const;
const free = async (guessed: attempts.Attempt, count: number) => {
  for (let i = 0; i < count; i++) expect(await waitAt(guessed, 0)).toBe(0);
};

test("after five attempts a day the wait doubles each time, up to 15 minutes", async () => {
  const account = anAccount();
  await free(account, 5);
  const waits: number[] = [];
  for (let clock = 0; waits.length < 13; ) {
    const wait = await waitAt(account, clock);
    waits.push(wait);
    // a moment too early is refused
    expect(await waitAt(account, clock + wait - 0.01)).toBe(1);
    clock += wait;
    expect(await waitAt(account, clock)).toBe(0);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
});

test("of concurrent attempts after a wait one is allowed", async () => {
  const account = anAccount();
  await free(account, 5);
  const waits = await Promise.all(Array.from({ length: 10 }, () => waitAt(account, 1000)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
});

test("the next day starts at zero", async () => {
  const account = anAccount();
  await free(account, 5);
  expect(await waitAt(account, 0)).toBe(1);
  expect(await waitAt(account, 12 * 3600)).toBe(0);
});

test("an attempt taken back is free again; after forgetting all are", async () => {
  const account = anAccount();
  await free(account, 5);
  await attempts.uncountAttempt(account, noon);
  await free(account, 1);
  expect(await waitAt(account, 0)).toBe(1);
  await attempts.forgetAttempts(account, noon);
  await free(account, 5);
  expect(await waitAt(account, 0)).toBe(1);
});

describe("a network", () => {
  const today = () => new Date(noon).toISOString();

  test("has 100 a day over all accounts; its refused attempts do not count for the account", async () => {
    const sourceIp = `198.51.100.${Math.floor(chance() * 256)}`;
    const network = { kind: "network", of: sourceIp } as const;
    await Promise.all(Array.from({ length: 99 }, () => attempts.countAttempt(network, noon)));
    const email = anEmail();
    const guess = () => signIn({ email, password: "nope", visitor: { sourceIp } }, today());
    await expect(guess()).rejects.toMatchObject({ code: "invalid_credentials" });
    for (let i = 0; i < 6; i++) await expect(guess()).rejects.toMatchObject({ code: "too_many_requests" });
    await free({ kind: "account", of: email }, 4);
  });
});

test("share ids that differ only in case are counted apart", () => {
  const keys = (kind: "account" | "visitor") =>
    new Set(["shrAdaAdaAda", "shradaadaada"].map((of) => attempts.keyOf({ kind, of }, 0).pk)).size;
  expect({ visitors: keys("visitor"), accounts: keys("account") }).toEqual({ visitors: 2, accounts: 1 });
});
