import { expect, test } from "vitest";
import { handler as submitInvitation } from "#functions/invitation/submit-invitation";
import { aPlaceWithLinks } from "#test/support/makers/invitation-links";
import { aPerson } from "#test/support/makers/people";
import { submit, titleOf } from "#test/support/requests/form";

test("200: the person joins", async () => {
  const { create, roles } = await aPlaceWithLinks("base");
  const { invitationId, invitationCode } = (await create("editor")).body;
  const person = await aPerson();
  const answer = await submit(submitInvitation, { invitationId, invitationCode }, { signedIn: person });
  expect(answer.status).toBe(200);
  expect(titleOf(answer)).toBe("You have joined");
  expect(await roles()).toEqual({ [person.userId]: "editor" });
});

test("403: a form of another site; 400: a wrong code", async () => {
  const { create, roles } = await aPlaceWithLinks("base");
  const { invitationId, invitationCode } = (await create("editor")).body;
  const signedIn = await aPerson();
  const headers = { origin: "https://evil.example.com" };
  const sent = { invitationId, invitationCode };
  expect((await submit(submitInvitation, sent, { signedIn, headers })).status).toBe(403);
  expect((await submit(submitInvitation, { ...sent, invitationCode: "x" }, { signedIn })).status).toBe(400);
  expect(await roles()).toEqual({});
});
