import { expect, test } from "vitest";
import { handler as getMe } from "#functions/auth/get-me";
import { handler as changeAvatar } from "#functions/user/change-avatar";
import { aPerson } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

test("200: an address, and null takes it away", async () => {
  const signedIn = await aPerson();
  const avatar = "https://example.org/ada.png";
  const { status, body } = await call(changeAvatar, { signedIn, body: { avatar } });
  expect({ status, avatar: body.avatar }).toEqual({ status: 200, avatar });
  expect((await call(changeAvatar, { signedIn, body: { avatar: null } })).body).not.toHaveProperty("avatar");
  expect((await call(getMe, { signedIn })).body).not.toHaveProperty("avatar");
});

test.each([
  ["nothing", {}],
  ["no address", { avatar: "ada.png" }],
  ["an address without https", { avatar: "http://example.org/ada.png" }],
  ["a script", { avatar: "javascript:alert(1)" }],
  ["an image inside", { avatar: "data:image/png;base64,AAAA" }],
  ["2001 characters", { avatar: `https://example.org/${"a".repeat(1981)}` }],
])("400: %s", async (_, body) => {
  const signedIn = await aPerson();
  expect(refusal(await call(changeAvatar, { signedIn, body }))).toEqual({ status: 400, paths: ["avatar"] });
});
