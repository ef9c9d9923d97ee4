/* A person from his sign-up to the application that he lets in, with nothing written behind the back of the functions. */
import { expect, test } from "vitest";
import { handler as createToken } from "#functions/access-token/create-access-token";
import { handler as createBase } from "#functions/base/create-base";
import { handler as authorize } from "#functions/oauth/authorize";
import { handler as createClient } from "#functions/oauth/create-client";
import { handler as decide } from "#functions/oauth/decide";
import { handler as issueTokens } from "#functions/oauth/issue-tokens";
import { handler as createSpace } from "#functions/space/create-space";
import { handler as createTable } from "#functions/table/create-table";
import { handler as listTables } from "#functions/table/list-tables";
import { aClientInput } from "#test/support/makers/applications";
import { answerOf, form, pkce, verifier } from "#test/support/makers/oauth";
import { aNewcomer, statusWith } from "#test/support/makers/people";
import { type Answer, call } from "#test/support/requests/call";
import { environments } from "./functions.ts";
import { listen } from "./store-stream.ts";

const heard = await listen();
const signedIn = await aNewcomer();

async function got(status: number, answering: Promise<Answer>): Promise<Answer["body"]> {
  const answer = await answering;
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: expect.anything() });
  return answer.body;
}

test("the mail of a sign-up is taken off by what sends mails; nobody is set to send it, so no link is made", async () => {
  const told = async () => (await heard(signedIn.email)).filter((each) => /mail$|link$/.test(each));
  await expect.poll(told, { timeout: 60_000, interval: 500 }).toContain("REMOVE mail");
  expect((await told()).filter((each) => !each.endsWith(" email"))).toEqual(["INSERT mail", "REMOVE mail"]);
  if (process.platform === "linux") expect([...environments().keys()]).toContain("sendMail");
});

test("the session opens what is his own; by it he makes a token, and an application gets one by code and PKCE", async () => {
  expect(await statusWith(signedIn.cookie)).toBe(200);

  const scopes = ["space|create", "base|create", "table|create", "table|read", "oauth_client|create"];
  const asked = { name: "All", scopes, hasFullAccess: true, expiredTime: "2999-12-31" };
  const as = await got(201, call(createToken, { signedIn, body: asked }));
  const space = await got(201, call(createSpace, { as, body: { name: "Work" } }));
  const base = await got(201, call(createBase, { as, body: { name: "Plans", spaceId: space.id } }));
  const params = { baseId: base.id };
  const table = await got(201, call(createTable, { as, params, body: { name: "Week", records: [] } }));

  const input = { ...aClientInput, scopes: ["table|read"] };
  const app = await got(201, call(createClient, { as, body: input }));
  const [redirect_uri = ""] = aClientInput.redirectUris;
  const question = { response_type: "code", client_id: app.clientId, redirect_uri, state: "a b", ...pkce };
  const { transaction_id } = answerOf(await call(authorize, { signedIn, query: question }));
  const yes = form({ transaction_id: transaction_id ?? "" });
  const decided = await call(decide, { signedIn, ...yes });
  expect({ status: decided.status, to: decided.headers["location"] }).toEqual({
    status: 302,
    to: expect.stringMatching(/^https:\/\/planner\.example\.com\/callback\?/),
  });
  const { code = "", state } = answerOf(decided);
  expect(state).toBe("a b");

  const credentials = { grant_type: "authorization_code", client_id: app.clientId, redirect_uri, code };
  const guessed = await call(issueTokens, form({ ...credentials, code_verifier: `${verifier}x` }));
  expect({ status: guessed.status, error: guessed.body.error }).toEqual({
    status: 400,
    error: "invalid_grant",
  });
  const exchanged = form({ ...credentials, code_verifier: verifier });
  const { access_token: token } = await got(200, call(issueTokens, exchanged));
  const tables = await got(200, call(listTables, { as: { token }, params }));
  expect(tables.map(({ id }: { id: string }) => id)).toEqual([table.id]);
  const beyond = await call(createTable, {
    as: { token },
    params,
    body: { records: [] },
  });
  expect(beyond.status).toBe(403);
});
