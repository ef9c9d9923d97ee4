/* Invitation links of spaces and bases, for tests that apply to both. The tests of each call them. */
import { expect, test } from "vitest";
import { handler as addBaseCollaborators } from "#functions/base/add-base-collaborators";
import { handler as createBaseLink } from "#functions/base/create-base-link";
import { handler as deleteBaseLink } from "#functions/base/delete-base-link";
import { handler as listBaseLinks } from "#functions/base/list-base-links";
import { handler as updateBaseLink } from "#functions/base/update-base-link";
import { handler as acceptInvitationLink } from "#functions/invitation/accept-invitation-link";
import { handler as addSpaceCollaborators } from "#functions/space/add-space-collaborators";
import { handler as createSpaceLink } from "#functions/space/create-space-link";
import { handler as deleteSpaceLink } from "#functions/space/delete-space-link";
import { handler as listSpaceLinks } from "#functions/space/list-space-links";
import { handler as updateSpaceLink } from "#functions/space/update-space-link";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { noInvitation, noUser } from "./ids.ts";
import { aBase, aMember, someone } from "./makers.ts";
import { aPlace } from "./members.ts";

type Kind = Parameters<typeof aPlace>[0];
type As = { token: string };

const endpoints = {
  space: { add: addSpaceCollaborators, create: createSpaceLink, remove: deleteSpaceLink },
  base: { add: addBaseCollaborators, create: createBaseLink, remove: deleteBaseLink },
};
const listOf = { space: listSpaceLinks, base: listBaseLinks };
const updateOf = { space: updateSpaceLink, base: updateBaseLink };

/** A space or base with calls for its links. Calls are made by the owner unless another user is given. */
export async function aPlaceWithLinks(kind: Kind) {
  const place = await aPlace(kind);
  const { owner, params } = place;
  const at = (linkId: string) => ({ ...params, linkId });
  return {
    ...place,
    add: (collaborators: unknown, role = "editor", as: As = owner) =>
      call(endpoints[kind].add, { as, params, body: { collaborators, role } }),
    create: (role: string, as: As = owner) => call(endpoints[kind].create, { as, params, body: { role } }),
    links: (as: As = owner) => call(listOf[kind], { as, params }),
    change: (linkId: string, role: string, as: As = owner) =>
      call(updateOf[kind], { as, params: at(linkId), body: { role } }),
    delete: (linkId: string, as: As = owner) => call(endpoints[kind].remove, { as, params: at(linkId) }),
    accept: (body: { invitationId: string; invitationCode: string }, as: As) =>
      call(acceptInvitationLink, { as, body: pairIn(body) }),
  };
}

const pairIn = ({ invitationId, invitationCode }: { invitationId: string; invitationCode: string }) => ({
  invitationId,
  invitationCode,
});

export function testCreatingLinks(kind: Kind): void {
  test("201: a link with its page and its code", async () => {
    const { owner, create } = await aPlaceWithLinks(kind);
    const { status, body } = await create("editor");
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        invitationId: expect.stringMatching(/^inv[0-9A-Za-z]{16}$/),
        role: "editor",
        inviteUrl: expect.stringMatching(/^https?:\/\/[^/]+\/invitation\?/),
        invitationCode: expect.stringMatching(/^[0-9A-Za-z]{32}$/),
        createdBy: owner.userId,
        createdTime: expect.any(String),
      },
    });
    expect(Object.fromEntries(new URL(body.inviteUrl).searchParams)).toEqual(pairIn(body));
  });

  test("403: a role above the caller's; editors may create none", async () => {
    const { member, create } = await aPlaceWithLinks(kind);
    expect((await create("owner", await member("creator"))).status).toBe(403);
    expect((await create("viewer", await member("editor"))).status).toBe(403);
  });

  test("400: an unknown role", async () => {
    const { create } = await aPlaceWithLinks(kind);
    expect(refusal(await create("king"))).toEqual({ status: 400, paths: ["role"] });
  });
}

export function testListingLinks(kind: Kind): void {
  test("200: the links as they were created, the oldest first; those above the caller's role are left out", async () => {
    const { create, links, member } = await aPlaceWithLinks(kind);
    const made = [(await create("owner")).body, (await create("viewer")).body];
    expect((await links()).body).toEqual(made);
    expect((await links(await member("creator"))).body).toEqual([made[1]]);
  });

  test("403: for an editor", async () => {
    const { links, member } = await aPlaceWithLinks(kind);
    expect((await links(await member("editor"))).status).toBe(403);
  });
}

export function testChangingLinks(kind: Kind): void {
  test("200: the new role is that of people who join from now on", async () => {
    const { create, change, accept, roles, links } = await aPlaceWithLinks(kind);
    const { body: link } = await create("viewer");
    const first = await someone();
    await accept(link, first);
    const { status, body } = await change(link.invitationId, "editor");
    expect({ status, body }).toEqual({
      status: 200,
      body: { invitationId: link.invitationId, role: "editor" },
    });
    expect((await links()).body).toMatchObject([{ role: "editor" }]);
    const second = await someone();
    await accept(link, second);
    expect(await roles()).toMatchObject({ [first.userId]: "viewer", [second.userId]: "editor" });
  });

  test("403: a role above the caller's, before or after", async () => {
    const { create, change, member } = await aPlaceWithLinks(kind);
    const creator = await member("creator");
    const [high, low] = [(await create("owner")).body, (await create("viewer")).body];
    expect((await change(high.invitationId, "viewer", creator)).status).toBe(403);
    expect((await change(low.invitationId, "owner", creator)).status).toBe(403);
  });

  test("404: an unknown link, or one of another place", async () => {
    const { change } = await aPlaceWithLinks(kind);
    const other = await aPlaceWithLinks(kind);
    const { body } = await other.create("viewer");
    expect((await change(noInvitation(), "viewer")).status).toBe(404);
    expect((await change(body.invitationId, "viewer")).status).toBe(404);
  });
}

export function testDeletingLinks(kind: Kind): void {
  test("200: it leads nowhere; who joined by it stays", async () => {
    const { create, delete: remove, accept, roles, links } = await aPlaceWithLinks(kind);
    const { body: link } = await create("viewer");
    const [early, late] = [await someone(), await someone()];
    await accept(link, early);
    expect((await remove(link.invitationId)).status).toBe(200);
    expect((await accept(link, late)).status).toBe(400);
    expect((await links()).body).toEqual([]);
    expect(await roles()).toMatchObject({ [early.userId]: "viewer" });
  });

  test("403: a role above the caller's; 404: an unknown link", async () => {
    const { create, delete: remove, member } = await aPlaceWithLinks(kind);
    const { body } = await create("owner");
    expect((await remove(body.invitationId, await member("creator"))).status).toBe(403);
    expect((await remove(noInvitation())).status).toBe(404);
  });
}

export function testAddingMembers(kind: Kind): void {
  const user = ({ userId }: { userId: string }) => ({ principalId: userId, principalType: "user" });

  test("200: people who share a space with the caller; higher roles stay", async () => {
    const { owner, add, roles, member } = await aPlaceWithLinks(kind);
    const creator = await member("creator");
    const shared = await aPlaceWithLinks("space");
    const [one, other] = [await shared.member("viewer"), await shared.member("viewer")];
    expect((await add([user(one)])).status).toBe(404);
    await shared.accept((await shared.create("viewer")).body, owner);
    const { status, body } = await add([user(one), user(other), user(creator), user(one)]);
    expect({ status, body }).toEqual({ status: 200, body: "" });
    expect(await roles()).toMatchObject({
      [one.userId]: "editor",
      [other.userId]: "editor",
      [creator.userId]: "creator",
    });
  });

  test("200: people of a base in a space of the caller", async () => {
    const { owner, add } = await aPlaceWithLinks(kind);
    const { baseId } = await aBase(owner);
    expect((await add([user(await aMember(baseId, "viewer"))])).status).toBe(200);
  });

  test("404: a stranger, and nobody is added", async () => {
    const { add, roles, member } = await aPlaceWithLinks(kind);
    const known = await member("viewer");
    const answer = await add([user(known), user(await someone()), user({ userId: noUser() })], "creator");
    expect(refusal(answer)).toEqual({
      status: 404,
      paths: ["collaborators[1].principalId", "collaborators[2].principalId"],
    });
    expect(await roles()).toMatchObject({ [known.userId]: "viewer" });
  });

  test("403: a role above the caller's", async () => {
    const { add, member } = await aPlaceWithLinks(kind);
    const editor = await member("editor");
    expect((await add([user(await member("viewer"))], "creator", editor)).status).toBe(403);
  });

  test("400: a department", async () => {
    const { owner, add } = await aPlaceWithLinks(kind);
    const answer = await add([{ ...user(owner), principalType: "department" }]);
    expect(refusal(answer)).toEqual({ status: 400, paths: ["collaborators[0].principalType"] });
  });
}
