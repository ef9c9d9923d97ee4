import { describe, expect, test } from "vitest";
import { handler as createClient } from "#functions/oauth/create-client";
import { handler as deleteClient } from "#functions/oauth/delete-client";
import { handler as getClient } from "#functions/oauth/get-client";
import { handler as listClients } from "#functions/oauth/list-clients";
import { appScopes } from "#lib/schemas/identity/scopes";
import { aClientInput } from "#test/support/makers/applications";
import { someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { retryBusy } from "#test/support/requests/retry-busy";
import { disturbed } from "#test/support/store/faults";

const owner = await someone();
const create = (input: object, as = owner) => call(createClient, { as, body: { ...aClientInput, ...input } });

test("201: the new application can be read back; it has no secret", async () => {
  const input = {
    name: " Planner ",
    description: "Plans",
    logo: "https://planner.example.com/logo.png",
    homepage: "http://planner.example.com/?a=b#c",
    redirectUris: ["https://planner.example.com/callback?a=%20"],
    scopes: ["table|read", "record|read"],
  };
  const { status, body: client } = await create(input);
  expect({ status, client }).toEqual({
    status: 201,
    client: {
      ...input,
      clientId: expect.stringMatching(/^clt[0-9a-z]{16}$/),
      name: "Planner",
      secrets: [],
      confidential: false,
      createdTime: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    },
  });
  const { body } = await call(getClient, { as: owner, params: { clientId: client.clientId } });
  expect(body).toEqual(client);
});

test("201: members left out, null or empty are absent; scopes are empty", async () => {
  for (const input of [{}, { description: null, logo: null }, { description: "", logo: "" }]) {
    const { body } = await create(input);
    expect(Object.keys(body).sort()).toEqual([
      ...["clientId", "confidential", "createdTime", "homepage", "name", "redirectUris", "scopes", "secrets"],
    ]);
    expect(body.scopes).toEqual([]);
  }
});

test("201: id, owner, secrets and generation in the body are ignored", async () => {
  const stranger = await someone();
  const { body } = await create({
    clientId: "clt0000000000000000",
    userId: stranger.userId,
    secrets: [{ id: "x" }],
    confidential: true,
    generation: 9,
    pk: "x",
    entity: "user",
  });
  expect(body.clientId).not.toBe("clt0000000000000000");
  expect(body).toMatchObject({ secrets: [], confidential: false });
  expect(await call(getClient, { as: stranger, params: { clientId: body.clientId } })).toMatchObject({
    status: 404,
  });
});

test("201: repeated scopes and redirect URIs are stored once, in their order", async () => {
  const redirectUris = ["https://a.example/b", "https://a.example/", "https://a.example/b"];
  const { body } = await create({ redirectUris, scopes: ["view|read", "table|read", "view|read"] });
  expect(body.redirectUris).toEqual(["https://a.example/b", "https://a.example/"]);
  expect(body.scopes).toEqual(["view|read", "table|read"]);
});

test("201: every scope an application can have", async () => {
  expect((await create({ scopes: appScopes })).body.scopes).toEqual(appScopes);
});

test("201: a homepage may be in any script", async () => {
  const homepage = "https://bücher.example/größe?a={b}";
  expect((await create({ homepage })).body.homepage).toBe(homepage);
});

test("201: any text as a logo", async () => {
  for (const logo of ["javascript:alert(1)", "data:image/png;base64,AAAA", "logo", "x".repeat(2000)])
    expect((await create({ logo })).body.logo).toBe(logo);
});

test.each([
  "https://a.example",
  "https://a.example:8443/cb?x=1&y=%23",
  "HTTPS://A.example/",
  "https://xn--bcher-kva.example/",
  "https://192.0.2.1/cb",
  "https://[2001:db8::1]/cb",
  "https://a_b.example/~c;d=e,f/(g)!$'*+@:[h]?i=j&k=%7Bl%7D",
  "https://localhost/",
  "http://localhost",
  "http://localhost:3000/cb",
  "http://127.0.0.1/cb",
  "http://127.0.0.1:65535/cb",
  "http://[::1]:8080/cb",
  `https://a.example/${"x".repeat(2000 - 18)}`,
])("201: redirects to %s, kept as it is written", async (uri) => {
  const { status, body } = await create({ redirectUris: [uri] });
  expect({ status, uris: body.redirectUris }).toEqual({ status: 201, uris: [uri] });
});

describe("400: a redirect URI", () => {
  test.each([
    ["over http", "http://a.example/cb", /https/],
    ["over http, of a name that begins with localhost", "http://localhost.a.example", /https/],
    ["over http, of another loopback address", "http://127.0.0.2/", /https/],
    ["over http, of loopback written another way", "http://127.1/", /https/],
    ["over http, of a host below localhost", "http://a.localhost/", /https/],
    ["of an application's own scheme", "com.example.app:/cb", /https/],
    ["of javascript", "javascript:alert(1)", /https/],
    ["of data", "data:text/html,x", /https/],
    ["without a scheme", "a.example/cb", /https/],
    ["without slashes", "https:a.example/cb", /https/],
    ["without a host", "https:///cb", /https/],
    ["with a backslash", "https://a.example\\@b.example/", /https/],
    ["with an invalid port", "https://a.example:99999/", /https/],
    ["that is empty", "", /https/],
    ["with white space around it", " https://a.example/ ", /https/],
    ["with a line break in it", "https://a.exa\nmple/", /https/],
    ["with a fragment", "https://a.example/#x", /fragment/],
    ["with an empty fragment", "https://a.example/#", /fragment/],
    ["with a user", "https://user@a.example/", /user/],
    ["with an empty user", "https://@a.example/", /user/],
    ["with a user on localhost", "http://user:pass@localhost/", /user/],
    ["of any host", "https://*.a.example/", /one host/],
    ["of a host that a content security policy would misread", "https://a;sandbox.example/", /one host/],
    ["of a host with a comma", "https://a,b.example/", /one host/],
    ["beyond ASCII", "https://bücher.example/", /xn--/],
    ["with a character that is invalid in URIs", 'https://a.example/"><b>', /characters/],
    ["that is too long", `https://a.example/${"x".repeat(2000 - 17)}`, /2000/],
    ["that is not a string", 1, /string/],
  ])("%s", async (_, uri, message) => {
    const answer = await create({ redirectUris: ["https://a.example", uri] });
    expect(refusal(answer)).toEqual({ status: 400, paths: ["redirectUris[1]"] });
    expect(answer.body.data.issues[0].message).toMatch(message);
  });
});

test.each([
  ["no name", { name: undefined }, ["name"]],
  ["a name of white space", { name: " \0" }, ["name"]],
  ["256 characters of name", { name: "x".repeat(256) }, ["name"]],
  ["a description too long", { description: "x".repeat(10_001) }, ["description"]],
  ["a logo too long", { logo: "x".repeat(2001) }, ["logo"]],
  ["no homepage", { homepage: undefined }, ["homepage"]],
  ["a homepage that is not an address", { homepage: "planner" }, ["homepage"]],
  ["a homepage of javascript", { homepage: "javascript:alert(1)//http://a.example" }, ["homepage"]],
  ["a homepage that hides its host", { homepage: "https://bank.example@evil.example" }, ["homepage"]],
  ["a homepage with a line break", { homepage: "https://a.example/\n" }, ["homepage"]],
  ["no redirect URIs", { redirectUris: undefined }, ["redirectUris"]],
  ["an empty list of them", { redirectUris: [] }, ["redirectUris"]],
  ["a string instead of a list", { redirectUris: "https://a.example" }, ["redirectUris"]],
  [
    "51 of them",
    { redirectUris: Array.from({ length: 51 }, (_, i) => `https://a.example/${i}`) },
    ["redirectUris"],
  ],
  ["an unknown scope", { scopes: ["table|read", "table|fly"] }, ["scopes[1]"]],
  ["a string instead of scopes", { scopes: "table|read" }, ["scopes"]],
  [
    "all of it wrong",
    { name: 1, description: 2, logo: 3, homepage: 4, redirectUris: [5, "x"], scopes: [6] },
    ["name", "description", "logo", "homepage", "redirectUris[0]", "redirectUris[1]", "scopes[0]"],
  ],
])("400: %s", async (_, input, paths) => {
  expect(refusal(await create(input))).toEqual({ status: 400, paths });
});

test("400: a scope for personal tokens only has another message than an unknown scope", async () => {
  const { body } = await create({ scopes: ["oauth_client|read", "nope"] });
  expect(body.data.issues).toEqual([
    {
      path: "scopes[0]",
      message: "oauth_client|read is for personal access tokens only; applications cannot have it",
    },
    { path: "scopes[1]", message: expect.stringContaining("must be one of table|create, ") },
  ]);
});

test("400: the 51st application of a user is refused; after a deletion it is made", async () => {
  const busy = await someone();
  const made = await Promise.all(Array.from({ length: 50 }, () => retryBusy(() => create({}, busy))));
  expect(made.map(({ status }) => status)).toEqual(Array(50).fill(201));
  const answer = await create({}, busy);
  expect(refusal(answer)).toEqual({ status: 400, paths: [""] });
  expect(answer.body.message).toContain("at most 50 applications");
  expect((await call(listClients, { as: busy })).body).toHaveLength(50);
  await call(deleteClient, { as: busy, params: { clientId: made[0]?.body.clientId } });
  expect((await create({}, busy)).status).toBe(201);
});

test("201: if the store's answer is lost, it is made once", async () => {
  const person = await someone();
  let lost = 0;
  await disturbed(
    ({ command }) => (command === "TransactWriteItems" && lost++ === 0 ? "answer lost" : undefined),
    () => create({}, person),
  );
  expect(lost).toBe(2);
  expect((await call(listClients, { as: person })).body).toHaveLength(1);
});
