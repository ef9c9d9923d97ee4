import { expect, test } from "vitest";
import { handler as lockApplicationOut } from "#functions/account/lock-application-out";
import { handler as getUser } from "#functions/auth/get-user";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { aSession, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { submit } from "#test/support/requests/form";

test("302: its tokens for one are good for nothing, those for others are left alone", async () => {
  const [me, other] = [await someone(), await someone()];
  const client = await anApplication(other);
  const [mine, theirs] = [
    await anAppToken(client, me.userId, []),
    await anAppToken(client, other.userId, []),
  ];
  const asking = { params: { clientId: client.clientId }, signedIn: await aSession(me.userId) };
  expect((await submit(lockApplicationOut, {}, asking)).headers["location"]).toBe(
    "/account?done=application",
  );
  expect((await call(getUser, { as: { token: mine } })).status).toBe(401);
  expect((await call(getUser, { as: { token: theirs } })).status).toBe(200);
  expect((await submit(lockApplicationOut, {}, asking)).status).toBe(404);
});

test("404: an application that one never let in, one that is not there, and what is no id", async () => {
  const client = await anApplication(await someone());
  const signedIn = await aSession((await someone()).userId);
  for (const clientId of [client.clientId, "clt0000000000000000", "nope"])
    expect((await submit(lockApplicationOut, {}, { params: { clientId }, signedIn })).status).toBe(404);
});
