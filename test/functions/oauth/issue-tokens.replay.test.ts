/* Codes and refresh tokens used twice, in sequence or concurrently, and store failures in between. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { codeKey } from "#lib/data/oauth/authorizations";
import { revoke } from "#lib/data/oauth/grants";
import type { FamilyItem } from "#lib/data/oauth/oauth-tokens";
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
import { inProcessOnly } from "#test/support/run/target";
import { disturbed, type Fault } from "#test/support/store/faults";

const [person, app] = await Promise.all([aPerson(), anApp()]);

/** Moves the clock on until the test ends. */
function later(seconds: number): void {
  inProcessOnly("the clock of this process is moved");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
  onTestFinished(() => void vi.useRealTimers());
}

const familiesOf = ({ userId }: Person, { clientId }: App) =>
  readAll<FamilyItem>({ pk: `USER#${userId}`, ...keysStartingWith(`GRANT#${clientId}#`) });

async function isDead(app: App, person: Person, given: Given) {
  expect(await isAlive(person, given)).toBe(false);
  expect(refusal(await refresh(app, given.refresh_token))).toEqual(invalidGrant);
}

test("a refresh token that is repeated asks for other scopes: it gives the tokens it gave, and names their scopes", async () => {
  const { refresh_token } = await tokensOf(app, person);
  const [scope] = (await refresh(app, (await tokensOf(app, person)).refresh_token)).body.scopes;
  const first = await refresh(app, refresh_token, { scope });
  expect(first.body.scopes).toEqual([scope]);
  const again = await refresh(app, refresh_token);
  expect(again.body).toMatchObject({ access_token: first.body.access_token, scopes: [scope] });
});

test("another client cannot repeat it, and ends nothing", async () => {
  const { refresh_token } = await tokensOf(app, person);
  const { body } = await refresh(app, refresh_token);
  expect(refusal(await refresh(await anApp(), refresh_token))).toEqual(invalidGrant);
  expect(await isAlive(person, body)).toBe(true);
});

test("after a consent is revoked, a refresh token repeats nothing", async () => {
  const [app, person] = await Promise.all([anApp(), aPerson()]);
  const { refresh_token } = await tokensOf(app, person);
  await refresh(app, refresh_token);
  await revoke(person.userId, app.clientId);
  expect(refusal(await refresh(app, refresh_token))).toEqual(invalidGrant);
});

test("the store has no token that could be used: not in clear, and none follows from an older one", async () => {
  const [app, person] = await Promise.all([anApp(), aPerson()]);
  const first = await tokensOf(app, person);
  const second = (await refresh(app, first.refresh_token)).body;
  const [family] = await familiesOf(person, app);
  const secrets = [first, second].flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]);
  for (const secret of secrets) expect(JSON.stringify(family)).not.toContain(secret.split("_")[2]);
  // another random salt for each use
  const other = await tokensOf(app, person);
  await refresh(app, other.refresh_token);
  const salts = (await familiesOf(person, app)).flatMap(({ uses = [] }) => uses.map(({ salt }) => salt));
  expect(new Set(salts).size).toBe(2);
});

describe.each([true, false])("confidential: %s", (confidential) => {
  test("400: a code used twice is refused, and the tokens of its first use end", async () => {
    const app = await anApp({ confidential });
    const code = await aCode(app, person);
    const { body } = await exchange(app, code);
    expect(await isAlive(person, body)).toBe(true);
    expect(refusal(await exchange(app, code))).toEqual(invalidGrant);
    await isDead(app, person, body);
    expect(refusal(await exchange(app, code))).toEqual(invalidGrant);
  });

  test("400: refreshed tokens of it end too, also if the code has expired meanwhile", async () => {
    const app = await anApp({ confidential });
    const code = await aCode(app, person);
    const first = (await exchange(app, code)).body;
    const second = (await refresh(app, first.refresh_token)).body;
    await changeItem(codeKey(code), { expiredTime: "2020-01-01T00:00:00.000Z" });
    expect(refusal(await exchange(app, code))).toEqual(invalidGrant);
    await isDead(app, person, first);
    await isDead(app, person, second);
  });

  test("200: a refresh token that is sent again within 30 seconds gives the same tokens, with less time left", async () => {
    const app = await anApp({ confidential });
    const first = await tokensOf(app, person);
    const second = (await refresh(app, first.refresh_token)).body;
    later(29);
    const again = await refresh(app, first.refresh_token);
    expect(again).toMatchObject({
      status: 200,
      body: { access_token: second.access_token, refresh_token: second.refresh_token, scopes: second.scopes },
    });
    expect(second.expires_in - again.body.expires_in).toBeOneOf([29, 30]);
    expect(await isAlive(person, again.body)).toBe(true);
    // the family goes on, and the token is repeated also after the next one
    const third = (await refresh(app, second.refresh_token)).body;
    expect((await refresh(app, first.refresh_token)).body.refresh_token).toBe(second.refresh_token);
    expect(await isAlive(person, third)).toBe(true);
  });

  test("400: a refresh token used again later is refused, and its whole family ends", async () => {
    const app = await anApp({ confidential });
    const first = await tokensOf(app, person);
    const other = await tokensOf(app, person);
    const second = (await refresh(app, first.refresh_token)).body;
    expect([await isAlive(person, first), await isAlive(person, second)]).toEqual([true, true]);
    later(31);
    expect(refusal(await refresh(app, first.refresh_token))).toEqual(invalidGrant);
    await isDead(app, person, first);
    await isDead(app, person, second);
    expect(await isAlive(person, other)).toBe(true);
    expect((await refresh(app, other.refresh_token)).status).toBe(200);
  });
});

test("an otherwise invalid use of a used code ends nothing", async () => {
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

describe("concurrently", () => {
  const eight = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 8 }, work));
  const sorted = (answers: Answer[]) => answers.toSorted((a, b) => a.status - b.status);

  test("a code used eight times: one use gets tokens, the others prove a leak, so these tokens end", async () => {
    const app = await anApp();
    const code = await aCode(app, person);
    const [won, ...lost] = sorted(await eight(() => exchange(app, code)));
    expect(won?.status).toBe(200);
    expect(lost.map(refusal)).toEqual(Array(7).fill(invalidGrant));
    await isDead(app, person, won?.body);
    expect(await familiesOf(person, app)).toEqual([]);
  });

  test.each([3, 8])(
    "a refresh token used %i times: all get the same tokens, and these live",
    async (times) => {
      const app = await anApp();
      const { refresh_token } = await tokensOf(app, person);
      const answers = await Promise.all(Array.from({ length: times }, () => refresh(app, refresh_token)));
      expect(answers.map(({ status }) => status)).toEqual(Array(times).fill(200));
      const [first] = answers;
      expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
      expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(1);
      expect(await isAlive(person, first?.body)).toBe(true);
      expect((await refresh(app, first?.body.refresh_token)).status).toBe(200);
      expect(await familiesOf(person, app)).toHaveLength(1);
    },
  );

  test("four codes of one user: each gets its tokens", async () => {
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
  // 503 answers are logged there too
  vi.spyOn(console, "error").mockImplementation(() => {});

  /** The store calls of one exchange or refresh: client and code, grant, commit (and first, the last use of a secret). */
  const faults: [number, Fault][] = [0, 1, 2, 3].flatMap((at): [number, Fault][] => [
    [at, "answer lost"],
    [at, "not sent"],
  ]);

  test.each(faults)("at call %d, %s: the exchange still gives tokens", async (at, fault) => {
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

  test.each(faults)("at call %d, %s: refreshing still gives tokens", async (at, fault) => {
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
    "permanently from call $from on, $fault: 503, and never two families of one code",
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
      // the client does not know the result and retries: either nothing happened, or the code counts as used
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
