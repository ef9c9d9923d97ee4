/* What is used twice, one after the other or at once, and what a store that fails in between leaves behind. */
import { describe, expect, test, vi } from "vitest";
import { codeKey } from "#lib/data/oauth/authorizations";
import { revoke } from "#lib/data/oauth/grants";
import { keysStartingWith, readAll } from "#lib/store/store";
import {
  type App,
  aCode,
  anApp,
  aPerson,
  changeItem,
  exchange,
  type Given,
  invalidGrant,
  isAlive,
  type Person,
  pkce,
  redirectUri,
  refresh,
  refusal,
  tokensOf,
  verifier,
} from "#test/support/makers/oauth";
import type { Answer } from "#test/support/requests/call";
import { disturbed, type Fault } from "#test/support/store/faults";

const [person, app] = await Promise.all([aPerson(), anApp()]);

const familiesOf = ({ userId }: Person, { clientId }: App) =>
  readAll({ pk: `USER#${userId}`, ...keysStartingWith(`GRANT#${clientId}#`) });

async function isDead(app: App, person: Person, given: Given) {
  expect(await isAlive(person, given)).toBe(false);
  expect(refusal(await refresh(app, given.refresh_token))).toEqual(invalidGrant);
}

describe.each([true, false])("confidential: %s", (confidential) => {
  test("400: a code used twice is refused, and what the first use gave is dead", async () => {
    const app = await anApp({ confidential });
    const code = await aCode(app, person);
    const { body } = await exchange(app, code);
    expect(await isAlive(person, body)).toBe(true);
    expect(refusal(await exchange(app, code))).toEqual(invalidGrant);
    await isDead(app, person, body);
    expect(refusal(await exchange(app, code))).toEqual(invalidGrant);
  });

  test("400: so are tokens that came of it by refreshing, also when the code has expired meanwhile", async () => {
    const app = await anApp({ confidential });
    const code = await aCode(app, person);
    const first = (await exchange(app, code)).body;
    const second = (await refresh(app, first.refresh_token)).body;
    await changeItem(codeKey(code), { expiredTime: "2020-01-01T00:00:00.000Z" });
    expect(refusal(await exchange(app, code))).toEqual(invalidGrant);
    await isDead(app, person, first);
    await isDead(app, person, second);
  });

  test("400: a refresh token used twice is refused, and all of its family is dead", async () => {
    const app = await anApp({ confidential });
    const first = await tokensOf(app, person);
    const other = await tokensOf(app, person);
    const second = (await refresh(app, first.refresh_token)).body;
    expect([await isAlive(person, first), await isAlive(person, second)]).toEqual([true, true]);
    expect(refusal(await refresh(app, first.refresh_token))).toEqual(invalidGrant);
    await isDead(app, person, first);
    await isDead(app, person, second);
    expect(await isAlive(person, other)).toBe(true);
    expect((await refresh(app, other.refresh_token)).status).toBe(200);
  });
});

test("what cannot be a good use of a code that was used ends nothing", async () => {
  const code = await aCode(app, person, { ...pkce, redirect_uri: redirectUri });
  const right = { code_verifier: verifier, redirect_uri: redirectUri };
  const { body } = await exchange(app, code, right);
  const wrong = [
    exchange(app, code, { ...right, code_verifier: `${verifier}x` }),
    exchange(app, code, { redirect_uri: redirectUri }),
    exchange(app, code, { code_verifier: verifier }),
    exchange(await anApp(), code, right),
    exchange({ ...app, secret: "x" }, code, right),
  ];
  for (const { status } of await Promise.all(wrong)) expect(status).toBeGreaterThanOrEqual(400);
  expect(await isAlive(person, body)).toBe(true);
  expect((await refresh(app, body.refresh_token)).status).toBe(200);
});

describe("at once", () => {
  const eight = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 8 }, work));
  const sorted = (answers: Answer[]) => answers.toSorted((a, b) => a.status - b.status);

  test("a code eight times: one gets tokens, the others show that it is in two hands, so they are dead", async () => {
    const app = await anApp();
    const code = await aCode(app, person);
    const [won, ...lost] = sorted(await eight(() => exchange(app, code)));
    expect(won?.status).toBe(200);
    expect(lost.map(refusal)).toEqual(Array(7).fill(invalidGrant));
    await isDead(app, person, won?.body);
    expect(await familiesOf(person, app)).toEqual([]);
  });

  test("a refresh token eight times: one gets tokens, and they are dead", async () => {
    const app = await anApp();
    const { refresh_token } = await tokensOf(app, person);
    const [won, ...lost] = sorted(await eight(() => refresh(app, refresh_token)));
    expect(won?.status).toBe(200);
    expect(lost.map(refusal)).toEqual(Array(7).fill(invalidGrant));
    await isDead(app, person, won?.body);
    expect(await familiesOf(person, app)).toEqual([]);
  });

  test("four codes of one person: each gets its tokens", async () => {
    const app = await anApp();
    const codes: string[] = [];
    for (let i = 0; i < 4; i++) codes.push(await aCode(app, person));
    const answers = await Promise.all(codes.map((code) => exchange(app, code)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const alive = await Promise.all(answers.map(({ body }) => isAlive(person, body)));
    expect(alive).toEqual([true, true, true, true]);
  });

  test("a code exchanged while its grant is revoked: no token outlives that", async () => {
    for (let i = 0; i < 8; i++) {
      const app = await anApp();
      const [older, code] = [await tokensOf(app, person), await aCode(app, person)];
      const [answer] = await Promise.all([
        exchange(app, code),
        refresh(app, older.refresh_token),
        revoke(person.userId, app.clientId),
      ]);
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 200) expect(await isAlive(person, answer.body)).toBe(false);
      expect(await isAlive(person, older)).toBe(false);
      expect(await familiesOf(person, app)).toEqual([]);
    }
  });
});

describe("a store that fails", () => {
  // what is answered with 503 is told there too
  vi.spyOn(console, "error").mockImplementation(() => {});

  /** The calls of one exchange or refresh: client and code, grant, commit (and first of all, when a secret was used). */
  const faults: [number, Fault][] = [0, 1, 2, 3].flatMap((at): [number, Fault][] => [
    [at, "answer lost"],
    [at, "not sent"],
  ]);

  test.each(faults)("at call %d, %s: the exchange gives tokens all the same", async (at, fault) => {
    const [app, person] = await Promise.all([anApp(), aPerson()]);
    const code = await aCode(app, person);
    let answer: Answer | undefined;
    const sent = await disturbed(
      (_, index) => (index === at ? fault : undefined),
      async () => {
        answer = await exchange(app, code);
      },
    );
    expect(sent.length).toBeGreaterThan(at);
    expect(answer?.status).toBe(200);
    expect(await isAlive(person, answer?.body)).toBe(true);
    expect(await familiesOf(person, app)).toHaveLength(1);
  });

  test.each(faults)("at call %d, %s: refreshing gives tokens all the same", async (at, fault) => {
    const [app, person] = await Promise.all([anApp(), aPerson()]);
    const { refresh_token } = await tokensOf(app, person);
    let answer: Answer | undefined;
    await disturbed(
      (_, index) => (index === at ? fault : undefined),
      async () => {
        answer = await refresh(app, refresh_token);
      },
    );
    expect(answer?.status).toBe(200);
    expect(await isAlive(person, answer?.body)).toBe(true);
    expect((await refresh(app, answer?.body.refresh_token)).status).toBe(200);
  });

  test.each(
    [0, 2, 3].flatMap((from) => (["answer lost", "not sent"] as const).map((fault) => ({ from, fault }))),
  )(
    "for good from call $from on, $fault: 503, and never two families of one code",
    { timeout: 30_000 },
    async ({ from, fault }) => {
      const [app, person] = await Promise.all([anApp(), aPerson()]);
      const code = await aCode(app, person);
      let answer: Answer | undefined;
      await disturbed(
        (_, index) => (index >= from ? fault : undefined),
        async () => {
          answer = await exchange(app, code);
        },
      );
      expect({ ...refusal(answer as Answer), retry: answer?.headers["retry-after"] }).toEqual({
        status: 503,
        error: "temporarily_unavailable",
        retry: "1",
      });
      // the client does not know how far it came, and asks again: either it never happened, or the code counts as used
      const second = await exchange(app, code);
      const families = await familiesOf(person, app);
      if (second.status === 200) {
        expect(families).toHaveLength(1);
        expect(await isAlive(person, second.body)).toBe(true);
      } else {
        expect(refusal(second)).toEqual(invalidGrant);
        expect(families).toEqual([]);
      }
      expect(second.status).toBe(fault === "not sent" || from < 3 ? 200 : 400);
    },
  );
});
