import { expect, test } from "vitest";
import { handler as acceptInvitationLink } from "#functions/invitation/accept-invitation-link";
import { handler as removeSpaceCollaborator } from "#functions/space/remove-space-collaborator";
import { anApplication, anAppToken } from "#test/support/makers/applications";
import { aPlaceWithLinks } from "#test/support/makers/invitation-links";
import { aSession, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test.each(["space", "base"] as const)("201: a person with an unverified address joins a %s", async (kind) => {
  const { create, accept, roles, params } = await aPlaceWithLinks(kind);
  const { body: link } = await create("commenter");
  const newcomer = await someone();
  const { status, body } = await accept(link, newcomer);
  const joined =
    kind === "space" ? { spaceId: params.spaceId, baseId: null } : { spaceId: null, baseId: params.baseId };
  expect({ status, body }).toEqual({ status: 201, body: joined });
  expect(await roles()).toMatchObject({ [newcomer.userId]: "commenter" });
  // again: nothing changes
  expect((await accept(link, newcomer)).body).toEqual(joined);
  expect(await roles()).toMatchObject({ [newcomer.userId]: "commenter" });
});

test("201: a member keeps a higher role, and gets a higher one", async () => {
  const { create, accept, roles, member } = await aPlaceWithLinks("base");
  const [creator, viewer] = [await member("creator"), await member("viewer")];
  const { body: link } = await create("editor");
  await accept(link, creator);
  await accept(link, viewer);
  expect(await roles()).toMatchObject({ [creator.userId]: "creator", [viewer.userId]: "editor" });
});

test("201: the role is at most that of the person who gave it", async () => {
  const { create, accept, roles, member, setRole } = await aPlaceWithLinks("space");
  const giver = await member("creator");
  const { body: link } = await create("creator", giver);
  await setRole(giver, "viewer");
  const newcomer = await someone();
  expect((await accept(link, newcomer)).status).toBe(201);
  expect(await roles()).toMatchObject({ [newcomer.userId]: "viewer" });
});

test("400: the same answer for a wrong id, a wrong code, and a link whose giver left", async () => {
  const { create, accept, member, params } = await aPlaceWithLinks("space");
  const giver = await member("creator");
  const { body: link } = await create("viewer", giver);
  const newcomer = await someone();
  const wrong = [
    await accept({ ...link, invitationCode: "x".repeat(32) }, newcomer),
    await accept({ ...link, invitationId: "inv4mSa1Cw6nZ8tQ0Yh" }, newcomer),
    await accept({ ...link, invitationId: "nonsense" }, newcomer),
  ];
  await call(removeSpaceCollaborator, { as: giver, params, query: { userId: giver.userId } });
  wrong.push(await accept(link, newcomer));
  for (const { status, body } of wrong)
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: "This invitation link is invalid or was withdrawn; ask for a new one",
    });
});

test("429: after twenty attempts", async () => {
  const { accept } = await aPlaceWithLinks("space");
  const guesser = await someone();
  const guess = () => accept({ invitationId: "inv4mSa1Cw6nZ8tQ0Yh", invitationCode: "x" }, guesser);
  const answers = [await guess()];
  // one more is allowed each six seconds, so a slow machine needs more of them
  while (answers.length < 60 && answers.at(-1)?.status === 400) answers.push(await guess());
  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(400));
  expect(statuses.at(-1)).toBe(429);
  expect(answers.at(-1)?.headers["retry-after"]).toMatch(/^\d+$/);
});

test("201: a person who is signed in; 403: tokens without full access, and applications", async () => {
  const { owner, create, spaceId } = await aPlaceWithLinks("space");
  const { body } = await create("viewer");
  const sent = { invitationId: body.invitationId, invitationCode: body.invitationCode };
  const person = await someone();
  const limited = await aToken(owner.userId, { reach: { spaceIds: [spaceId], baseIds: [] } });
  const client = await anApplication(owner, { scopes: ["record|read"] });
  const token = await anAppToken(client, person.userId, ["record|read"]);
  expect((await call(acceptInvitationLink, { as: { token }, body: sent })).status).toBe(403);
  expect((await call(acceptInvitationLink, { as: { token: limited }, body: sent })).status).toBe(403);
  const signedIn = await aSession(person.userId);
  expect((await call(acceptInvitationLink, { signedIn, body: sent })).status).toBe(201);
});
