import { afterEach, expect, test, vi } from "vitest";
import { handler as decide } from "#functions/oauth/decide";
import { hash } from "#lib/data/identity/token-text";
import * as grants from "#lib/data/oauth/grants";
import { getItem } from "#lib/store/store";
import {
  anApp,
  answer,
  answerOf,
  aPerson,
  ask,
  changeApp,
  changeItem,
  exchange,
  form,
  issuer,
  placeOf,
  question,
} from "#test/support/makers/oauth";
import { anUnverifiedApp } from "#test/support/makers/unverified";
import { call, fromOurPage } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

afterEach(() => void vi.unstubAllEnvs());

const [person, app] = await Promise.all([aPerson(), anApp()]);
const pendingKey = (id: string) => ({ pk: `AUTHORIZATION#${hash(id)}`, sk: "AUTHORIZATION" });

test("302: yes leads back with a code, and the grant is stored", async () => {
  const person = await aPerson();
  const id = await question(app, person, { state: "x", scope: "table|read" });
  const yes = await answer(person, { transaction_id: id });
  expect({ status: yes.status, place: placeOf(yes), told: answerOf(yes) }).toEqual({
    status: 302,
    place: "https://app.example/callback",
    told: { from: "gridless", code: expect.stringMatching(/^\w{43}$/), state: "x", iss: issuer },
  });
  expect(await grants.listOf(person.userId)).toMatchObject([
    { userId: person.userId, clientId: app.clientId, scopes: ["table|read"], generation: 1 },
  ]);
});

test.each([true, "true", "1", "maybe", "Cancel"])(
  "302: no (%j) leads back with access_denied, and nothing is granted",
  async (cancel) => {
    const person = await aPerson();
    const id = await question(app, person, { state: "x" });
    const no = await answer(person, { transaction_id: id, cancel });
    expect(answerOf(no)).toEqual({
      from: "gridless",
      error: "access_denied",
      error_description: "The user said no",
      state: "x",
      iss: issuer,
    });
    expect(await grants.listOf(person.userId)).toEqual([]);
    expect((await answer(person, { transaction_id: id })).status).toBe(400);
  },
);

test("302: as a form, with either button", async () => {
  const [yes, no] = [await question(app, await aPerson()), await question(app, person)];
  expect((await call(decide, { signedIn: person, ...form({ transaction_id: yes }) })).status).toBe(400);
  const denied = await call(decide, { signedIn: person, ...form({ transaction_id: no, cancel: "true" }) });
  expect(answerOf(denied)["error"]).toBe("access_denied");
  const again = await question(app, person);
  const allowed = await call(decide, { signedIn: person, ...form({ transaction_id: again }) });
  expect(answerOf(allowed)["code"]).toBeDefined();
});

test.each([false, "false", "0", ""])("cancel: %j is a yes", async (cancel) => {
  const id = await question(await anApp(), person);
  expect(answerOf(await answer(person, { transaction_id: id, cancel }))["code"]).toBeDefined();
});

test("400: a request is decided once, also by eight concurrent decisions", async () => {
  const app = await anApp();
  const id = await question(app, person);
  const answers = await Promise.all(Array.from({ length: 8 }, () => answer(person, { transaction_id: id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array(7).fill(400)]);
});

test("400: an expired request, one of another user, an unknown one: the same page for all", async () => {
  const other = await aPerson();
  const app = await anApp();
  const [expired, theirs] = [await question(app, person), await question(app, other)];
  await changeItem(pendingKey(expired), { expiredTime: "2020-01-01T00:00:00.000Z" });
  const ids = [expired, theirs, "x".repeat(43), "", "\0", "x".repeat(10_000)];
  const pages = await Promise.all(ids.map((id) => answer(person, { transaction_id: id })));
  for (const { status, headers, body } of pages) {
    expect({ status, location: headers["location"] }).toEqual({ status: 400, location: undefined });
    expect(body.replace(/Request ID: [\w-]+/, "")).toBe(pages[0]?.body.replace(/Request ID: [\w-]+/, ""));
  }
  expect(answerOf(await answer(other, { transaction_id: theirs }))["code"]).toBeDefined();
});

test.each<[string, object]>([
  ["nothing", {}],
  ["a cancel that is no text", { transaction_id: "x", cancel: {} }],
  ["two ids", { transaction_id: ["x", "y"] }],
])("400: %s", async (_, body) => {
  expect((await answer(person, body)).status).toBe(400);
});

test("400: no redirect to an address that is no longer registered", async () => {
  const app = await anApp();
  const id = await question(app, person);
  await changeApp(app, { redirectUris: ["https://elsewhere.example/"] });
  const { status, headers } = await answer(person, { transaction_id: id });
  expect({ status, location: headers["location"] }).toEqual({ status: 400, location: undefined });
});

test("scopes that the application no longer has are not granted", async () => {
  const app = await anApp();
  const id = await question(app, person);
  await changeApp(app, { scopes: ["record|read"] });
  await answer(person, { transaction_id: id });
  expect((await grants.find(person.userId, app.clientId))?.scopes).toEqual(["record|read"]);
});

test("403: from a page of another origin; 302 to sign in: without a session", async () => {
  const id = await question(app, await aPerson());
  const body = { transaction_id: id };
  const foreign = await call(decide, { signedIn: person, body, headers: { origin: "https://evil.example" } });
  expect(foreign.status).toBe(403);
  expect(placeOf(await call(decide, { body, headers: fromOurPage() }))).toBe("/auth/sign-in");
  expect(await getItem(pendingKey(id))).toBeDefined();
});

test("403: with https, from our own page over http: an attacker on the network could have made it", async () => {
  inProcessOnly("the address of the service is set here");
  const id = await question(await anApp(), person);
  const from = (scheme: string) => ({ headers: { origin: `${scheme}://${fromOurPage().host}` } });
  const asking = { signedIn: person, body: { transaction_id: id } };
  vi.stubEnv("GRIDLESS_ORIGIN", "https://tables.example.org");
  expect((await call(decide, { ...asking, ...from("http") })).status).toBe(403);
  expect((await call(decide, { ...asking, ...from("https") })).status).toBe(302);
});

test.each([
  "",
  " ",
  "a+b%20c&d=e#f?g",
  "ünï🚀",
  "\r\nset-cookie: a=b\r\n\r\n<script>",
  "<>\"'`\\\u0000\u007f",
  "x".repeat(6000),
  "%0d%0a%25",
])("state comes back as it was: %j", async (state) => {
  const app = await anApp();
  const refused = await ask(app, person, { state, scope: "nope" });
  const given = await answer(person, { transaction_id: await question(app, person, { state }) });
  const again = await ask(app, person, { state });
  for (const each of [refused, given, again]) {
    expect(new URL(each.headers["location"] ?? "").searchParams.getAll("state")).toEqual([state]);
    // an injected header would need its own line
    expect(each.headers["location"]).toMatch(/^[\x21-\x7e]+$/);
  }
});

test("a client that sent no state gets none", async () => {
  const id = await question(await anApp(), person);
  expect(answerOf(await answer(person, { transaction_id: id }))).not.toHaveProperty("state");
});

test("all codes of one consent work; codes of another application are kept apart", async () => {
  const [one, two] = [await anApp(), await anApp()];
  const codes = await Promise.all(
    [one, two].map(
      async (app) =>
        answerOf(await answer(person, { transaction_id: await question(app, person) }))["code"] as string,
    ),
  );
  expect((await exchange(two, codes[0] ?? "")).status).toBe(400);
  expect((await exchange(one, codes[0] ?? "")).status).toBe(200);
  expect((await exchange(two, codes[1] ?? "")).status).toBe(200);
});

test("400: an application that a person registered is not asked about bases; the question stays open", async () => {
  const id = await question(await anApp(), person);
  for (const choice of [{ reach: "all" }, { may: "read" }, { bases: [person.baseId] }]) {
    const refused = await answer(person, { transaction_id: id, ...choice });
    expect(refused.status).toBe(400);
    expect(refused.body).toContain("only unverified applications");
  }
  expect(answerOf(await answer(person, { transaction_id: id }))["code"]).toBeDefined();
});

test("a form without a choice is shown again, with what was chosen", async () => {
  const id = await question(await anUnverifiedApp(), person);
  const { status, body } = await call(decide, {
    signedIn: person,
    ...form({ transaction_id: id, may: "asked", reach: "chosen" }),
  });
  expect(status).toBe(400);
  expect(body).toContain("Allow this application?");
  expect(body).toContain('<a href="#bases">Bases</a>: choose at least one');
  expect(body).toContain('name="may" value="asked" checked');
  const answered = await call(decide, {
    signedIn: person,
    ...form({ transaction_id: id, may: "asked", reach: "chosen", bases: person.baseId }),
  });
  expect(answerOf(answered)["code"]).toBeDefined();
});
