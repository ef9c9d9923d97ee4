import { expect, test } from "vitest";
import { handler as getDecision } from "#functions/oauth/get-decision";
import {
  anApp,
  answer,
  aPerson,
  type Person,
  question,
  redirectUri,
  scopes,
} from "#test/support/makers/oauth";
import { call } from "#test/support/requests/call";

const person = await aPerson();
const get = (person: Person, transactionId: string) =>
  call(getDecision, { signedIn: person, params: { transactionId } });

test("200: the application, and the scopes that it asks for", async () => {
  const about = { description: "Plans the week", logo: "https://img.example/logo.png" };
  const id = await question(await anApp(about), person);
  const { status, body } = await get(person, id);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      name: "Planner",
      homepage: "https://app.example/about",
      ...about,
      scopes,
      unverified: false,
      redirectUri,
    },
  });
});

test("200: description and logo are absent if the application has none", async () => {
  const { body } = await get(person, await question(await anApp(), person));
  expect(Object.keys(body).sort()).toEqual(["homepage", "name", "redirectUri", "scopes", "unverified"]);
});

test("400: a request that is unknown, decided, or of another user", async () => {
  const app = await anApp();
  const [theirs, answered] = [await question(app, await aPerson()), await question(app, person)];
  await answer(person, { transaction_id: answered, cancel: true });
  const answers = await Promise.all([theirs, answered, "nope", " "].map((id) => get(person, id)));
  for (const { status, body } of answers) {
    expect(status).toBe(400);
    expect(body).toEqual(answers[0]?.body);
  }
});

test("401: without a session; 403: with a token", async () => {
  const id = await question(await anApp(), person);
  const params = { transactionId: id };
  expect((await call(getDecision, { params })).status).toBe(401);
  expect((await call(getDecision, { params, as: person })).status).toBe(403);
});
