import { expect, test } from "vitest";
import { handler as getUser } from "#functions/auth/get-user";
import { handler as changeAvatar } from "#functions/user/change-avatar";
import { aToken, someone } from "#test/support/makers/makers";
import { aPerson } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";

test("200: any token tells whose it is, whatever its scopes", async () => {
  const { userId, name, email } = await someone();
  const as = { token: await aToken(userId, { scopes: ["record|read"] }) };
  const { status, body } = await call(getUser, { as });
  expect({ status, body }).toEqual({ status: 200, body: { id: userId, name, email } });
});

test("200: whoever is signed in too, with his picture", async () => {
  const { userId, email, cookie } = await aPerson({ name: "Ada" });
  const avatar = "https://example.org/ada.png";
  await call(changeAvatar, { signedIn: { cookie }, body: { avatar } });
  const { body } = await call(getUser, { signedIn: { cookie } });
  expect(body).toEqual({ id: userId, name: "Ada", email, avatar });
});

test("401: nobody", async () => {
  expect((await call(getUser)).status).toBe(401);
});
