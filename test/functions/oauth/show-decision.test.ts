import { expect, test } from "vitest";
import { handler as showDecision } from "#functions/oauth/show-decision";
import { anApp, answer, aPerson, type Person, placeOf, question } from "#test/support/makers/oauth";
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

test("200: who asks, for what, whom, and where it leads", async () => {
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

test("only the scopes that are asked for", async () => {
  const { body } = await pageOf(await anApp(), { scope: "record|read" });
  expect(body).toContain("See records");
  expect(body).not.toContain("Create records");
});

test("a program on one's own machine is named as such, and the form may lead there", async () => {
  const app = await anApp({ confidential: false, redirectUris: ["http://127.0.0.1/cb", "http://[::1]/cb"] });
  const four = await pageOf(app, { redirect_uri: "http://127.0.0.1:51004/cb" });
  expect(four.body).toContain("a program on this computer (127.0.0.1:51004)");
  expect(policyOf(four)["form-action"]).toContain("http://127.0.0.1:51004");
  const six = await pageOf(app, { redirect_uri: "http://[::1]:51004/cb" });
  expect(six.body).toContain("a program on this computer ([::1]:51004)");
  expect(policyOf(six)["form-action"]).toContain("http:");
});

test("what the application says of itself is text, never markup", async () => {
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

test("400: a question that is not there, was answered, or was put to somebody else", async () => {
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

test("302: who is not signed in signs in first; looking does not answer", async () => {
  const app = await anApp();
  const id = await question(app, person);
  expect(placeOf(await call(showDecision, { query: { transaction_id: id } }))).toBe("/auth/sign-in");
  expect([(await show(person, id)).status, (await show(person, id)).status]).toEqual([200, 200]);
});
