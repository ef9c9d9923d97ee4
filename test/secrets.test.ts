/*
 * No secret is anywhere but with whom it was given to: one of each kind is made and used as people and applications do. Every endpoint is
 * sent some of them in every wrong place, and each of them is sent to some endpoints of every area, others each time, also while
 * the store fails; then all that is stored, was logged and was answered is searched.
 */
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { handler as createAccessToken } from "#functions/access-token/create-access-token";
import { handler as refreshAccessToken } from "#functions/access-token/refresh-access-token";
import { handler as submitNewToken } from "#functions/account/submit-new-token";
import { handler as changePassword } from "#functions/auth/change-password";
import { handler as resetPassword } from "#functions/auth/reset-password";
import { handler as signIn } from "#functions/auth/sign-in";
import { handler as signUp } from "#functions/auth/sign-up";
import { handler as verifyEmail } from "#functions/auth/verify-email";
import { handler as createClient } from "#functions/oauth/create-client";
import { handler as createClientSecret } from "#functions/oauth/create-client-secret";
import { handler as introspectToken } from "#functions/oauth/introspect-token";
import { handler as enterShare } from "#functions/share/enter-share";
import { handler as getSharedView } from "#functions/share/get-shared-view";
import { handler as inviteToSpace } from "#functions/space/invite-to-space";
import { handler as listSpaces } from "#functions/space/list-spaces";
import { handler as enableShare } from "#functions/view/enable-share";
import { handler as getView } from "#functions/view/get-view";
import { handler as updateShareMeta } from "#functions/view/update-share-meta";
import { handler as listDeliveries } from "#functions/webhook/list-deliveries";
import { handler as listWebhooks } from "#functions/webhook/list-webhooks";
import { handler as rotateWebhookSecret } from "#functions/webhook/rotate-webhook-secret";
import { handler as sendTestEvent } from "#functions/webhook/send-test-event";
import { findAddressee } from "#lib/accounts/mail-links";
import type { Definition } from "#lib/http/definition";
import type { Endpoint } from "#lib/http/endpoint";
import { errorsOf, takesAnyQuery } from "#lib/openapi/failures";
import type { UserId } from "#lib/schemas/basics/ids";
import { allScopes } from "#lib/schemas/identity/scopes";
import { client, type Item, storeName } from "#lib/store/store";
import { aTable } from "#test/support/makers/makers";
import { aCode, credentials, post, question, refresh, verifier } from "#test/support/makers/oauth";
import { aReceiver, aWebhook, turns } from "#test/support/makers/webhooks";
import { aWorld, exampleFor, type World } from "#test/support/makers/world";
import { type Answer, type Asking, call } from "#test/support/requests/call";
import { endpointsWith, namesOf, nonsense } from "#test/support/requests/each-endpoint";
import { everyOf, isWhole } from "#test/support/run/sample";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed, storeError } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("it listens to the process, and reads the whole store");
await useOwnStore();

const lines: string[] = [];
const take = (...said: unknown[]) => {
  lines.push(said.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).join(" "));
  return true;
};
const write = process.stdout.write.bind(process.stdout);
vi.spyOn(process.stdout, "write").mockImplementation(take);
vi.spyOn(process.stderr, "write").mockImplementation(take);
for (const method of ["log", "info", "warn", "error", "debug"] as const)
  vi.spyOn(console, method).mockImplementation(take);

/** By what they are; in their only clear copies. */
const secrets = new Map<string, string>();
const errors: { of: string; text: string }[] = [];
let world: World;

function keep<Value>(name: string, secret: Value): Value {
  expect(secret, name).toMatch(/^.{8,}$/);
  secrets.set(name, secret as string);
  return secret;
}
const cookieIn = ({ cookies }: Answer) => cookies[0]?.match(/^auth_session=([^;]+)/)?.[1] ?? "";
const clearCookie = (name: string, answer: Answer) => ({ cookie: keep(name, cookieIn(answer)) });

beforeAll(async () => {
  vi.stubEnv("GRIDLESS_SIGN_UP", "open");
  vi.stubEnv("GRIDLESS_OPERATION", "theOperation");
  vi.stubEnv("GRIDLESS_STAGE", "test");
  const email = `${crypto.randomUUID()}@test.local`;
  const now = new Date().toISOString();

  const password = keep("the first password", "purple Elephants & 42 umbrellas");
  const signedUp = await call(signUp, { body: { email, password } });
  const me = signedUp.body.id as UserId;
  const first = clearCookie("the session of signing up", signedUp);
  const newPassword = keep("the second password", "17 Locomotives! in a row");
  const changed = await call(changePassword, { signedIn: first, body: { password, newPassword } });
  clearCookie("the session after changing the password", changed);
  const verify = await findAddressee({ kind: "verifyEmail", to: email, userId: me }, now);
  const verifying = { link: keep("the link that verifies", verify?.secret) };
  const before = clearCookie(
    "the session before the reset",
    await call(signIn, { body: { email, password: newPassword } }),
  );
  expect((await call(verifyEmail, { signedIn: before, body: verifying })).status).toBe(200);
  const reset = await findAddressee({ kind: "resetPassword", to: email }, now);
  const third = keep("the third password", "quiet Carpets %9 under the sofa");
  const link = keep("the link that resets", reset?.secret);
  const again = await call(resetPassword, { body: { link, password: third } });
  const signedIn = clearCookie("the session of the reset", again);

  const grant = { name: "T", scopes: allScopes, hasFullAccess: true, expiredTime: "2999-12-31" };
  const made = await call(createAccessToken, { signedIn, body: grant });
  keep("a token before it was refreshed", made.body.token);
  const asked = { signedIn, params: { accessTokenId: made.body.id as string }, body: {} };
  const token = keep("a token", (await call(refreshAccessToken, asked)).body.token);
  const chosen = exampleFor(submitNewToken.definition.body, { ids: {}, sent: {} });
  const onPage = await call(submitNewToken, { signedIn, body: { ...chosen, reach: "all" } });
  const [shown] = String(onPage.body).match(/gridless_acc\w+/) ?? [];
  keep("a token made with the page", shown);

  const as = { token, userId: me };
  const [space] = (await call(listSpaces, { as })).body;
  const invitee = `invited-${email}`;
  const params = { spaceId: space.id as string };
  await call(inviteToSpace, { as, params, body: { emails: [invitee], role: "viewer" } });
  const invited = await findAddressee({ kind: "invitation", to: invitee, from: "A", place: "B" }, now);
  const inviteCode = keep("the link that invites", invited?.secret);
  const joined = await call(signUp, { body: { email: invitee, password: third, inviteCode } });
  clearCookie("the session of who was invited", joined);

  const input = { name: "A", homepage: "https://a.example", scopes: ["table|read"] };
  const redirectUris = ["https://a.example/back"];
  const app = await call(createClient, { as, body: { ...input, redirectUris } });
  const { clientId } = app.body;
  const secret = keep(
    "an application's secret",
    (await call(createClientSecret, { as, params: { clientId } })).body.secret as string,
  );
  const person = { ...signedIn, userId: me, name: "A", email, token, baseId: "" };
  const theApp = { clientId, secret };
  keep("a question put to the user", await question(theApp, person));
  const code = keep("a code", await aCode(theApp, person));
  keep("a verifier", verifier);
  const pair = (await post({ ...credentials(theApp), grant_type: "authorization_code", code })).body;
  keep("an access token", pair.access_token);
  keep("a refresh token that was used", pair.refresh_token);
  const next = (await refresh(theApp, pair.refresh_token)).body;
  keep("a refreshed access token", next.access_token);
  keep("a refresh token", next.refresh_token);
  const token_ = { token: next.access_token };
  expect((await call(introspectToken, { body: { ...credentials(theApp), ...token_ } })).body.active).toBe(
    true,
  );

  keep("an unused code", await aCode(theApp, person));
  await signWithSecrets();
  await shareWithPassword();
  world = await aWorld();
  await sendEverywhere();
}, 300_000);

/** Those of webhooks, which are stored as they are: a signature needs them. */
let receiver: Awaited<ReturnType<typeof aReceiver>>;
async function signWithSecrets(): Promise<void> {
  const made = await aTable();
  receiver = await aReceiver(
    (_, response) => response.writeHead(500).end(),
    () => {},
  );
  const hook = await aWebhook(made, { url: receiver.url });
  keep("a webhook's secret that was exchanged", hook.secret);
  const asked = { as: made.owner, params: { baseId: made.baseId, webhookId: hook.id } };
  keep("a webhook's secret", (await call(rotateWebhookSecret, asked)).body.secret);
  await call(sendTestEvent, asked);
  await turns(hook.id);
  answers.push(await call(listWebhooks, asked), await call(listDeliveries, asked));
}
const answers: Answer[] = [];
let sent = { pairs: 0, secrets: 0 };

async function shareWithPassword(): Promise<void> {
  const { owner, tableId, table } = await aTable();
  const asked = { as: owner, params: { tableId, viewId: table.defaultViewId as string } };
  const password = keep("the password of a shared view", "nine Lanterns & over the bay");
  const headers = { "idempotency-key": "one" };
  answers.push(await call(updateShareMeta, { ...asked, headers, body: { password } }));
  const shared = await call(enableShare, asked);
  answers.push(shared, await call(getView, asked));
  const params = { shareId: shared.body.shareId as string };
  const entered = await call(enterShare, { params, body: { password } });
  const [cookie = "", secret] = entered.cookies[0]?.match(/^share_session=([^;]+)/) ?? [];
  keep("what lets into a share", secret);
  answers.push(await call(getSharedView, { params, headers: { cookie } }));
}

/** Every endpoint, asked with secrets in every place that they must not be in: what is done with them does not depend on their kind. */
async function sendEverywhere(): Promise<void> {
  const all = endpointsWith(() => true).flatMap(({ handler, operation }, i) =>
    everyOf([...secrets], isWhole ? 4 : 12, i).map(([name, secret]) => ({
      handler,
      of: `${operation}: ${name}`,
      secret,
    })),
  );
  sent = { pairs: all.length, secrets: new Set(all.map(({ secret }) => secret)).size };
  await inTurns(all, async ({ handler, of, secret }) => {
    for (const [where, asking] of Object.entries(wrongAskings(handler, secret)))
      await send(handler, asking, `${of}, ${where}`);
  });
  // what is logged of our own errors has two forms
  for (const operation of ["theOperation", ""])
    for (const fault of ["ValidationException", "ProvisionedThroughputExceededException"]) {
      vi.stubEnv("GRIDLESS_OPERATION", operation);
      // the second is tried again and again
      const some = fault === "ValidationException" ? all : all.filter((_, i) => i % 7 === 0);
      await disturbed(
        () => storeError(fault, { message: `"${[...secrets.values()].join('", "')}" is wrong` }),
        () =>
          inTurns(some, ({ handler, of, secret }) => {
            const { path, body, query } = wrongAskings(handler, secret);
            return send(handler, { ...query, ...path, ...body }, `${of}, while the store fails`);
          }),
      );
    }
}

async function inTurns<Each>(all: Each[], work: (each: Each) => Promise<void>): Promise<void> {
  for (let i = 0; i < all.length; i += 64) await Promise.all(all.slice(i, i + 64).map(work));
}

function wrongAskings({ definition }: Endpoint, secret: string): Record<string, Asking> {
  const { owner, params } = world;
  const strict = takesAnyQuery(definition) ? {} : nonsense;
  const common = { as: owner, params, query: strict };
  const body = bodyOf(definition, secret);
  const inPath = Object.fromEntries(namesOf(definition).map((each) => [each, secret]));
  return {
    ...(namesOf(definition).length > 0 && {
      path: {
        ...common,
        params: inPath,
        ...(definition.body && { body: exampleFor(definition.body, world) }),
      },
    }),
    query: { ...common, query: { nope: secret, cursor: secret, take: secret, link: secret, next: secret } },
    authorization: { ...common, as: { token: secret } },
    basic: { ...common, headers: { authorization: `Basic ${btoa(`${secret}:${secret}`)}` } },
    cookie: { ...common, signedIn: { cookie: secret } },
    ...(body && {
      body: { ...common, body },
      "body, as a form": {
        ...common,
        body: new URLSearchParams(Object.entries(body)).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      },
      "body, as it is": { ...common, body: secret, headers: { "content-type": "application/json" } },
      "content type": { ...common, body: "{}", headers: { "content-type": secret } },
    }),
  };
}

/** What of a body is to be secret, or is looked up; a name or a cell would be stored as it should. */
const sensitive = /password|link|code|token|secret|transaction|verifier|email|grant_type|client_id/i;
function bodyOf({ body }: Definition, secret: string): Record<string, string> | undefined {
  const shape = (body as { shape?: object } | undefined)?.shape;
  if (!body) return undefined;
  const members = Object.keys(shape ?? exampleFor(body, world) ?? {}).filter((each) => sensitive.test(each));
  return Object.fromEntries(members.map((member) => [member, secret]));
}

async function send(endpoint: Endpoint, asking: Asking, of: string): Promise<void> {
  const { status, headers, body } = await call(endpoint, asking);
  if (status < 400) return;
  const said = JSON.stringify(body);
  const text = errorsOf(endpoint.definition) === "page" ? withoutTyped(said) : said;
  errors.push({ of, text: `${text} ${JSON.stringify(headers)}` });
}

/** A form that is shown again holds what was typed; but never in a field for a password. */
const withoutTyped = (page: string) => page.replace(/<input (?![^>]*type=\\"password\\")[^>]*>/g, "");

/** Which secrets are in a text, also as part of an address. */
const found = (text: string) =>
  [...secrets].flatMap(([name, secret]) =>
    [secret, encodeURIComponent(secret), secret.replace(/^usr\w{16}\./, ""), btoa(secret)].some((form) =>
      text.includes(form),
    )
      ? [name]
      : [],
  );

async function scanned(): Promise<string[]> {
  const pages = paginateScan({ client: client() }, { TableName: storeName() });
  const items = await Array.fromAsync(pages, ({ Items = [] }) => Items);
  return items.flat().map((item) => JSON.stringify(item));
}

describe("no secret is in clear", () => {
  test("there is one of each kind, and looking for them finds them", () => {
    expect(secrets.size).toBeGreaterThanOrEqual(20);
    // and each is sent somewhere it must not be
    expect(sent.secrets).toBe(secrets.size);
    for (const [name, secret] of secrets) expect(found(`before ${secret} behind`)).toContain(name);
  });

  test("in the store", async () => {
    const items = await scanned();
    expect(items.length).toBeGreaterThan(60);
    // the store encrypts them with its key
    const signing = items.filter((item) => (JSON.parse(item) as Item).entity === "webhook");
    const others = items.filter((item) => !signing.includes(item));
    expect(others.filter((item) => found(item).length > 0)).toEqual([]);
    const inSigning = signing.flatMap(found).filter((name) => !name.startsWith("a webhook's secret"));
    expect(inSigning).toEqual([]);
    write(
      `secrets: ${secrets.size} of them looked for in ${items.length} items, ${lines.length} log lines, ${errors.length} errors; sent as ${sent.pairs} of ${secrets.size * endpointsWith(() => true).length} pairs with an endpoint\n`,
    );
  });

  test("in what a webhook's receiver gets, or who has made it, or shared a view, or opens that, is shown", () => {
    expect(receiver.requests).toHaveLength(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200, 200]);
    expect(found(JSON.stringify([receiver.requests, answers]))).toEqual([]);
  });

  test("in the log, in the form of Lambda or of npm start", () => {
    expect(lines.filter((line) => line.startsWith("{")).length).toBeGreaterThan(1000);
    expect(lines.filter((line) => line.startsWith("request ")).length).toBeGreaterThan(100);
    expect(lines.filter((line) => found(line).length > 0)).toEqual([]);
  });

  test("in an error", () => {
    expect(errors.length).toBeGreaterThan(1000);
    const telling = errors.filter(({ text }) => found(text).length > 0);
    expect(telling.map(({ of, text }) => `${of}: ${text.slice(0, 300)}`)).toEqual([]);
  });
});
