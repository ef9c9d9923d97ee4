/*
 * The official clients for TypeScript get their tokens for `POST /mcp` themselves: from the first 401 over both documents of metadata and a
 * registration to tokens, refreshed ones and new ones. The person whom they ask is person.ts.
 */
import assert from "node:assert/strict";
import process from "node:process";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { UnauthorizedError as FormerUnauthorized } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describeApplication, serveDocument } from "./application.ts";
import { answerConsent, signIn } from "./person.ts";

const { GRIDLESS_URL: url, GRIDLESS_TOKEN: token, BASE_ID: base, SPACE_ID: spaceId } = process.env;
const address = new URL(`${url}/mcp`);
const me = { name: "mcp-oauth", version: "1" };
const redirectUrl = "http://127.0.0.1:33418/callback";
const toRead = { may: "read", reach: "chosen", bases: base };

const clients = [
  {
    name: "sdk 1",
    make: () => new FormerClient(me),
    Transport: FormerTransport,
    Unauthorized: FormerUnauthorized,
    // it takes the code alone, and does not look at the issuer
    answerOf: (answer) => answer.get("code"),
  },
  ...["legacy", "auto"].map((mode) => ({
    name: `client 2, ${mode}`,
    make: () => new Client(me, { versionNegotiation: { mode } }),
    Transport: StreamableHTTPClientTransport,
    Unauthorized: UnauthorizedError,
    answerOf: (answer) => answer,
    canAskForMore: true,
  })),
];

/** Keeps in memory what a client is given, as its interface wants it. */
class Keeper {
  redirectUrl = redirectUrl;
  clientMetadata = describeApplication(redirectUrl);

  constructor(known) {
    Object.assign(this, known);
  }
  state() {
    this.sentState = crypto.randomUUID();
    return this.sentState;
  }
  clientInformation() {
    return this.client;
  }
  saveClientInformation(client) {
    this.client = client;
  }
  tokens() {
    return this.kept;
  }
  saveTokens(tokens) {
    this.kept = tokens;
  }
  codeVerifier() {
    return this.verifier;
  }
  saveCodeVerifier(verifier) {
    this.verifier = verifier;
  }
  discoveryState() {
    return this.discovered;
  }
  saveDiscoveryState(discovered) {
    this.discovered = discovered;
  }
  redirectToAuthorization(asked) {
    this.asked = asked;
  }
  invalidateCredentials(what) {
    assert.equal(what, "tokens");
    this.kept = undefined;
  }
}

let step = 0;
const done = (what) => console.log(`ok ${++step} ${what}`);

/** A client, and what it sends; `connect` makes a new one with the same memory, because one that was refused cannot begin again. */
function begin({ make, Transport, Unauthorized, answerOf }, known) {
  const keeper = new Keeper(known);
  const sent = [];
  const watched = async (input, init = {}) => {
    const answer = await fetch(input, init);
    const { method = "GET", body } = init;
    sent.push({ line: `${method} ${new URL(input).pathname} ${answer.status}`, body: String(body) });
    return answer;
  };
  const it = { keeper, sent, client: undefined, transport: undefined };
  it.connect = async () => {
    it.client = make();
    it.transport = new Transport(address, { authProvider: keeper, fetch: watched });
    await it.client.connect(it.transport);
  };
  it.isSentToPerson = async (asking) => {
    keeper.asked = undefined;
    await assert.rejects(asking, (error) => error instanceof Unauthorized || assert.fail(error));
    assert(keeper.asked);
    const query = keeper.asked.searchParams;
    assert.equal(query.get("resource"), address.href);
    assert.equal(query.get("code_challenge_method"), "S256");
    return query;
  };
  /** The person's answer, in the client's hands. */
  it.bringAnswer = async (choice) => {
    const { page, location } = await answerConsent(person, keeper.asked, choice);
    assert.equal(location.origin + location.pathname, redirectUrl);
    assert.equal(location.searchParams.get("state"), keeper.sentState);
    await it.transport.finishAuth(answerOf(location.searchParams));
    return page;
  };
  it.call = async (tool, sentArguments) => {
    const answer = await it.client.callTool({ name: tool, arguments: sentArguments });
    return JSON.parse(answer.content[0].text);
  };
  it.revoke = async (given) => {
    const { client_id, client_secret } = keeper.client;
    const body = new URLSearchParams({ token: given, client_id, ...(client_secret && { client_secret }) });
    assert.equal((await fetch(`${url}/oauth/revoke`, { method: "POST", body })).status, 200);
  };
  it.lines = (pattern) => sent.map(({ line }) => line).filter((line) => pattern.test(line));
  return it;
}

const person = await signIn(url, process.env.PERSON_EMAIL, process.env.PERSON_PASSWORD);
/** Posts JSON with the person's own token. */
async function post(place, body) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(url + place, { method: "POST", headers, body: JSON.stringify(body) });
  assert.equal(answer.status, 201);
  return answer.json();
}
/** One that the person registered by hand; gives what a client keeps of it. */
async function applicationOfPerson(scopes) {
  const application = {
    name: "Planner",
    homepage: "https://planner.example",
    scopes,
    redirectUris: [redirectUrl],
  };
  const { clientId } = await post("/oauth/client", application);
  const { secret } = await post(`/oauth/client/${clientId}/secret`, {});
  return { client_id: clientId, client_secret: secret };
}

// no client that may see the chosen base alone sees this one
await post("/base", { spaceId, name: "Not chosen" });
const document = await serveDocument(redirectUrl);

for (const each of clients) {
  const it = begin(each);
  const { keeper } = it;
  const { name } = each;
  const query = await it.isSentToPerson(it.connect());
  assert.deepEqual(it.lines(/./), [
    "POST /mcp 401",
    "GET /.well-known/oauth-protected-resource/mcp 200",
    "GET /.well-known/oauth-authorization-server 200",
    "POST /oauth/register 201",
  ]);
  assert.match(query.get("scope"), /record\|create/);
  done(`${name}: a 401 leads it to both documents of metadata, a registration and the person`);

  assert.match(await it.bringAnswer(toRead), /\(unverified\)/);
  const exchange = new URLSearchParams(
    it.sent.findLast(({ line }) => line === "POST /oauth/access_token 200").body,
  );
  assert.equal(exchange.get("resource"), address.href);
  const used = await fetch(`${url}/auth/user`, {
    headers: { authorization: `Bearer ${keeper.kept.access_token}` },
  });
  assert.equal(used.status, 401);
  done(`${name}: the person's answer gives tokens that open the tools, and nothing else`);

  await it.connect();
  const { tools } = await it.client.listTools();
  assert(tools.length > 0 && tools.every(({ annotations }) => annotations.readOnlyHint));
  const { bases } = await it.call("list_bases", {});
  assert.deepEqual(
    bases.map(({ id }) => id),
    [base],
  );
  done(`${name}: lists the tools that read, and sees the base that was chosen alone`);

  const before = keeper.kept;
  await it.revoke(before.access_token);
  assert.equal((await it.call("list_bases", {})).bases.length, 1);
  assert.notEqual(keeper.kept.access_token, before.access_token);
  assert.notEqual(keeper.kept.refresh_token, before.refresh_token);
  const refresh = new URLSearchParams(
    it.sent.findLast(({ line }) => line === "POST /oauth/access_token 200").body,
  );
  assert.equal(refresh.get("grant_type"), "refresh_token");
  assert.equal(refresh.get("resource"), address.href);
  done(`${name}: an access token that ended is refreshed within a call`);

  const table = { base, name: `OAuth of ${name}`, fields: [{ name: "Name", type: "singleLineText" }] };
  const { scope } = keeper.kept;
  if (each.canAskForMore) {
    const more = await it.isSentToPerson(it.call("create_table", table));
    for (const had of scope.split(" ")) assert(more.get("scope").split(" ").includes(had), had);
    await it.bringAnswer({ ...toRead, may: "asked" });
    assert.match((await it.call("create_table", table)).table.id, /^tbl/);
    done(`${name}: a 403 names what is missing, and the person allows that too`);
  } else {
    await assert.rejects(it.call("create_table", table), /403 after trying upscoping/);
    assert.equal(keeper.kept.scope, scope);
    done(`${name}: a 403 ends its call: it refreshes in place of asking for more`);
  }

  await it.revoke(keeper.kept.refresh_token);
  await it.isSentToPerson(it.call("list_bases", {}));
  assert.equal(it.lines(/access_token 400/).length, 1);
  await it.bringAnswer(toRead);
  assert.equal((await it.call("list_bases", {})).bases.length, 1);
  assert.equal(it.lines(/register/).length, 1);
  done(`${name}: tokens that were revoked lead to the person again, and not to another registration`);

  await it.revoke(keeper.kept.refresh_token);
  await it.isSentToPerson(it.call("list_bases", {}));
  const { location } = await answerConsent(person, keeper.asked, { cancel: "true" });
  assert.equal(location.searchParams.get("error"), "access_denied");
  assert.equal(location.searchParams.get("iss"), url);
  if (each.canAskForMore)
    await assert.rejects(it.transport.finishAuth(location.searchParams), /The user said no/);
  assert.equal(keeper.kept, undefined);
  await it.client.close();
  done(`${name}: the no of a person comes with the issuer`);

  // both clients take an address with https only, and the document of this program has none
  const chooses = begin(each, { clientMetadataUrl: "https://app.example/client.json" });
  const asked = await chooses.isSentToPerson(chooses.connect());
  assert.equal(asked.get("client_id"), "https://app.example/client.json");
  assert.deepEqual(chooses.lines(/register/), []);
  const named = begin(each, { client: { client_id: document.id } });
  await named.isSentToPerson(named.connect());
  assert.match(await named.bringAnswer(toRead), new RegExp(new URL(document.id).host));
  await named.connect();
  await named.revoke(named.keeper.kept.access_token);
  assert.equal((await named.call("list_bases", {})).bases.length, 1);
  await named.client.close();
  done(`${name}: a document that describes it takes the place of a registration`);

  const ofPerson = begin(each, { client: await applicationOfPerson(["table|read", "record|read"]) });
  await ofPerson.isSentToPerson(ofPerson.connect());
  assert.doesNotMatch(await ofPerson.bringAnswer({}), /\(unverified\)/);
  assert.deepEqual(ofPerson.keeper.kept.scope.split(" ").sort(), ["record|read", "table|read"]);
  await ofPerson.connect();
  await ofPerson.revoke(ofPerson.keeper.kept.access_token);
  assert((await ofPerson.call("list_bases", {})).bases.length > 1);
  await ofPerson.client.close();
  done(`${name}: an application of a person, with a secret and few scopes, gets these`);
}
document.close();
