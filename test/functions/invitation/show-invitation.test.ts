import { expect, test } from "vitest";
import { handler as showInvitation } from "#functions/invitation/show-invitation";
import { aPlaceWithLinks } from "#test/support/makers/invitation-links";
import { aPerson } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";

async function aLinkQuery() {
  const { create } = await aPlaceWithLinks("base");
  const { body } = await create("editor");
  return { invitationId: body.invitationId as string, invitationCode: body.invitationCode as string };
}

test("200: names the place and the role, and joins nobody", async () => {
  const person = await aPerson();
  const { status, body } = await call(showInvitation, { signedIn: person, query: await aLinkQuery() });
  expect(status).toBe(200);
  expect(body).toContain("<h1>Join Base</h1>");
  expect(body).toContain("<strong>editor</strong>");
  expect(body).toContain(person.email);
});

test("302: who is not signed in comes back after signing in", async () => {
  const query = await aLinkQuery();
  const { status, headers } = await call(showInvitation, { query });
  expect(status).toBe(302);
  const location = new URL(headers["location"] ?? "", "http://localhost");
  expect(location.pathname).toBe("/auth/sign-in");
  expect(location.searchParams.get("next")).toBe(`/invitation?${new URLSearchParams(query)}`);
});

test.each([{}, { invitationId: "inv4mSa1Cw6nZ8tQ0Yh", invitationCode: "x" }])("400: %j", async (query) => {
  const { status, body } = await call(showInvitation, { signedIn: await aPerson(), query: query as never });
  expect(status).toBe(400);
  expect(body).toContain("invalid or was withdrawn");
});
