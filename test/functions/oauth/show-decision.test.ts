import { expect, test } from "vitest";
import { handler as showDecision } from "#functions/oauth/show-decision";
import { anApp, answer, aPerson, type Person, placeOf, question } from "#test/support/makers/oauth";
import { anUnverifiedApp } from "#test/support/makers/unverified";
import { call } from "#test/support/requests/call";

const person = await aPerson();
const show = (person: Person, transaction_id: string) =>
  call(showDecision, { signedIn: person, query: { transaction_id } });
const pageOf = async (app: Awaited<ReturnType<typeof anApp>>, query = {}) =>
  show(person, await question(app, person, query));
const policyOf = ({ headers }: { headers: Record<string, string> }) =>
  Object.fromEntries(
    (headers["content-security-policy"] ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );

test("200: the application, the scopes, the user, and the redirect", async () => {
  const app = await anApp({ description: "Plans the week", logo: "https://img.example/logo.png" });
  const answer = await pageOf(app);
  expect(answer.status).toBe(200);
  for (const text of [
    "<bdi>Planner</bdi>",
    '<a href="https://app.example/about" target="_blank" rel="noopener noreferrer">app.example</a>',
    "Plans the week",
    '<img src="https://img.example/logo.png" alt="Logo of Planner"',
    person.name,
    person.email,
    "<li>See tables</li><li>See records and their comments</li><li>Create records</li>",
    "<dd>app.example</dd>",
    '<button type="submit">Allow</button>',
    '<button type="submit" class="quiet" name="cancel" value="true">Deny</button>',
  ])
    expect(answer.body).toContain(text);
  expect(policyOf(answer)).toMatchObject({
    "form-action": ["'self'", "https://app.example", "https:"],
    "img-src": ["'self'", "data:", "https://img.example"],
    "frame-ancestors": ["'none'"],
  });
});

test("only the requested scopes", async () => {
  const { body } = await pageOf(await anApp(), { scope: "record|read" });
  expect(body).toContain("See records");
  expect(body).not.toContain("Create records");
});

test("a program on the user's machine is named as such, and the form may redirect there", async () => {
  const app = await anApp({ confidential: false, redirectUris: ["http://127.0.0.1/cb", "http://[::1]/cb"] });
  const four = await pageOf(app, { redirect_uri: "http://127.0.0.1:51004/cb" });
  expect(four.body).toContain("a program on this computer (127.0.0.1:51004)");
  expect(policyOf(four)["form-action"]).toContain("http://127.0.0.1:51004");
  const six = await pageOf(app, { redirect_uri: "http://[::1]:51004/cb" });
  expect(six.body).toContain("a program on this computer ([::1]:51004)");
  expect(policyOf(six)["form-action"]).toContain("http:");
});

test("the application's description is text, never markup", async () => {
  const evil = `<script>alert(1)</script>"'>`;
  const app = await anApp({ name: evil, description: evil, homepage: "javascript:alert(1)", logo: evil });
  const { body } = await pageOf(app);
  expect(body).not.toContain("<script");
  expect(body).not.toContain("<img");
  expect(body).not.toContain('href="javascript');
  expect(body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;");
});

test.each([
  "javascript:alert(1)",
  "data:image/png;base64,AAAA",
  "logo.png",
  "https://a;script-src/x.png",
  "https://a,b/x.png",
  "ftp://a/x.png",
])("a logo at %s is not shown, and the policy does not name it", async (logo) => {
  const answer = await pageOf(await anApp({ logo }));
  expect(answer.body).not.toContain("<img");
  expect(policyOf(answer)["img-src"]).toEqual(["'self'", "data:"]);
});

test("400: a request that is unknown, decided, or of another user", async () => {
  const app = await anApp();
  const [theirs, answered] = [await question(app, await aPerson()), await question(app, person)];
  await answer(person, { transaction_id: answered, cancel: true });
  for (const id of [theirs, answered, "nope", ""]) {
    const { status, headers, body } = await show(person, id);
    expect(status).toBe(400);
    expect(headers["content-type"]).toMatch(/^text\/html/);
    expect(body).not.toContain("Planner");
  }
  expect((await call(showDecision, { signedIn: person })).status).toBe(400);
});

test("302: without a session to sign in first; showing the page decides nothing", async () => {
  const app = await anApp();
  const id = await question(app, person);
  expect(placeOf(await call(showDecision, { query: { transaction_id: id } }))).toBe("/auth/sign-in");
  expect([(await show(person, id)).status, (await show(person, id)).status]).toEqual([200, 200]);
});

test("an application that registered itself: unverified, with choices of which none opens a base", async () => {
  const name = `<b>Bank</b>"'>`;
  const app = await anUnverifiedApp({ client_name: name, client_uri: "https://bank.example" });
  const { body } = await pageOf(app);
  for (const text of [
    "(unverified)",
    "It registered itself and chose its name",
    "a program on this computer (127.0.0.1:3000)",
    '<input type="radio" name="may" value="read" checked>',
    '<input type="radio" name="reach" value="chosen" checked>',
    `<input type="checkbox" name="bases" value="${person.baseId}">`,
  ])
    expect(body).toContain(text);
  expect(body).not.toContain("<b>Bank");
  // what it says about its home is not shown as if it were known
  expect(body).not.toContain("bank.example");
});

test("one that only reads is not asked about writing, and one that only writes says so", async () => {
  const app = await anUnverifiedApp();
  const reading = await pageOf(app, { scope: "record|read" });
  expect(reading.body).toContain('<input type="hidden" name="may" value="read">');
  const writing = await pageOf(app, { scope: "record|create" });
  expect(writing.body).toContain('<input type="hidden" name="may" value="asked">');
});

test("other applications are asked nothing more", async () => {
  const { body } = await pageOf(await anApp());
  expect(body).not.toMatch(/unverified|type="(radio|checkbox)"/);
});
