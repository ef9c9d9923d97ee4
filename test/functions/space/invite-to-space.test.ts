import { expect, test } from "vitest";
import { handler as getSpace } from "#functions/space/get-space";
import { limits } from "#lib/schemas/basics/limits";
import { roles as allRoles } from "#lib/schemas/basics/role";
import { someone, verify } from "#test/support/makers/makers";
import { aPlace } from "#test/support/makers/members";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const anAddress = () => `${crypto.randomUUID()}@test.local`;
const verified = async () => {
  const person = await someone();
  await verify(person);
  return person;
};
const anId = expect.stringMatching(/^inv[0-9A-Za-z]{16}$/);

test("201: verified users join at once, other invitations are pending; the answer does not reveal which", async () => {
  const { owner, params, invite, roles, invitations } = await aPlace("space");
  const [known, unverified, nobody] = [await verified(), await someone(), anAddress()];
  const emails = [known.email.toUpperCase(), unverified.email, nobody];
  const { status, body } = await invite(emails, "editor");
  expect({ status, body }).toEqual({
    status: 201,
    body: Object.fromEntries(emails.map((email) => [email, { invitationId: anId }])),
  });
  expect(await roles()).toEqual({ [owner.userId]: "owner", [known.userId]: "editor" });
  expect((await call(getSpace, { as: known, params })).body).toMatchObject({ role: "editor" });
  expect((await call(getSpace, { as: unverified, params })).status).toBe(404);
  const waiting = (await invitations()).body.invitations.map(({ email }: { email: string }) => email);
  expect(waiting.sort()).toEqual([unverified.email, nobody].sort());
});

test("a user who verifies the address later joins then, and the invitation is gone", async () => {
  const { params, invite, invitations } = await aPlace("space");
  const person = await someone();
  await invite([person.email], "creator");
  await verify(person);
  expect((await call(getSpace, { as: person, params })).body).toMatchObject({ role: "creator" });
  expect((await invitations()).body.invitations).toEqual([]);
});

test("400: members keep their roles, whatever they are", async () => {
  const { member, invite, roles } = await aPlace("space");
  const people = [await member("viewer"), await member("creator"), await member("editor")];
  for (const person of people) await verify(person);
  const { status, body } = await invite(
    people.map(({ email }) => email),
    "editor",
  );
  expect(status).toBe(400);
  expect(body.message).toContain("change the role instead");
  const now = await roles();
  expect(people.map(({ userId }) => now[userId])).toEqual(["viewer", "creator", "editor"]);
});

test("201: inviting again replaces the pending invitation", async () => {
  const { invite, invitations } = await aPlace("space");
  const email = anAddress();
  const { body: first } = await invite([email], "creator");
  const { body: second } = await invite([email.toUpperCase()], "viewer");
  expect(second[email.toUpperCase()]).toEqual(first[email]);
  expect((await invitations()).body.invitations).toMatchObject([
    { email: email.toUpperCase(), role: "viewer" },
  ]);
});

test("201: an address given twice counts once", async () => {
  const { invite, invitations } = await aPlace("space");
  const email = anAddress();
  const { body } = await invite([email, email, email.toUpperCase()]);
  expect(body[email]).toEqual(body[email.toUpperCase()]);
  expect((await invitations()).body.invitations).toMatchObject([{ email }]);
});

test("201: concurrent invitations of one address are one invitation, and give one member", async () => {
  const { owner, member, invite, invitations, roles } = await aPlace("space");
  const other = await member("owner");
  const [email, person] = [anAddress(), await verified()];
  const both = [owner, other, owner, other];
  // who comes later hears that the person has access
  const joining = await Promise.all(both.map((as) => invite([person.email], "editor", as)));
  expect(joining.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
  const answers = await Promise.all(both.map((as) => invite([email], "editor", as)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body[email].invitationId)).size).toBe(1);
  expect((await invitations()).body.invitations).toHaveLength(1);
  expect(await roles()).toMatchObject({ [person.userId]: "editor" });
});

test("invited and verified at the same moment: the user is a member, and nothing is pending", async () => {
  for (let i = 0; i < 20; i++) {
    const { invite, invitations, roles } = await aPlace("space");
    const person = await someone();
    const [{ status }] = await Promise.all([invite([person.email], "viewer"), verify(person)]);
    expect(status).toBe(201);
    expect(await roles()).toMatchObject({ [person.userId]: "viewer" });
    expect((await invitations()).body.invitations).toEqual([]);
  }
}, 60_000);

test.each(allRoles)("an editor invites a %s, unless that is above an editor", async (role) => {
  const { member, invite, invitations } = await aPlace("space");
  const { status } = await invite([anAddress()], role, await member("editor"));
  const isHigher = role === "owner" || role === "creator";
  expect(status).toBe(isHigher ? 403 : 201);
  expect((await invitations()).body.invitations).toHaveLength(isHigher ? 0 : 1);
});

test("201: an editor does not lower an invitation above their own role", async () => {
  const { member, invite, invitations } = await aPlace("space");
  const email = anAddress();
  await invite([email], "owner");
  await invite([email], "viewer", await member("editor"));
  expect((await invitations()).body.invitations).toMatchObject([{ role: "owner" }]);
});

test("removed members cannot return by an invitation that they made before; invitations of others stay", async () => {
  const { owner, member, invite, remove, roles, invitations } = await aPlace("space");
  const leaver = await member("owner");
  const [planted, awaited] = [await someone(), await someone()];
  await invite([planted.email, awaited.email], "owner", leaver);
  await invite([awaited.email], "editor");
  expect((await remove(leaver)).status).toBe(200);
  for (const person of [planted, awaited]) await verify(person);
  expect(await roles()).toEqual({ [owner.userId]: "owner", [awaited.userId]: "editor" });
  expect((await invitations()).body.invitations).toEqual([]);
});

test("an inviter whose role was lowered gives no more than their present role", async () => {
  const { member, invite, setRole, roles } = await aPlace("space");
  const inviter = await member("owner");
  const [asOwner, asViewer] = [await someone(), await someone()];
  await invite([asOwner.email], "owner", inviter);
  await invite([asViewer.email], "viewer", inviter);
  // an invitation above an editor keeps its inviter
  await invite([asOwner.email], "viewer", await member("editor"));
  await setRole(inviter, "commenter");
  for (const person of [asOwner, asViewer]) await verify(person);
  expect(await roles()).toMatchObject({ [asOwner.userId]: "commenter", [asViewer.userId]: "viewer" });
});

test.each(["commenter", "viewer"] as const)("403: a %s may not invite", async (role) => {
  const { member, invite } = await aPlace("space");
  expect((await invite([anAddress()], "viewer", await member(role))).status).toBe(403);
});

test.each([
  ["nobody", [], "editor", ["emails"]],
  ["an invalid address", ["a@test.local", "nope"], "editor", ["emails[1]"]],
  ["no text", [1], "editor", ["emails[0]"]],
  ["an address that is too long", [`${"x".repeat(250)}@test.local`], "editor", ["emails[0]"]],
  ["an address instead of a list", "a@test.local", "editor", ["emails"]],
  ["too many", Array.from({ length: 21 }, (_, i) => `${i}@test.local`), "editor", ["emails"]],
  ["an unknown role", ["a@test.local"], "king", ["role"]],
])("400: %s", async (_, emails, role, paths) => {
  const { invite } = await aPlace("space");
  expect(refusal(await invite(emails, role))).toEqual({ status: 400, paths });
});

test("201: the maximum of one call, all invited before", async () => {
  const { invite, invitations } = await aPlace("space");
  const emails = Array.from({ length: limits.emailsPerInvitation }, anAddress);
  expect((await invite(emails)).status).toBe(201);
  expect((await invite(emails, "viewer")).status).toBe(201);
  expect((await invitations()).body.invitations).toHaveLength(limits.emailsPerInvitation);
});

test("429: the mails of one user are limited, and nothing is done over the limit", async () => {
  const { invite, invitations, member } = await aPlace("space");
  const emails = Array.from({ length: 60 }, anAddress);
  const answers = await Promise.all(emails.map((email) => invite([email])));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers["retry-after"]).toMatch(/^\d+$/);
  const invited = emails.filter((_, i) => answers[i]?.status === 201);
  const waiting: { email: string }[] = (await invitations()).body.invitations;
  expect(waiting.map(({ email }) => email).toSorted()).toEqual(invited.toSorted());
  expect((await invite([anAddress()], "viewer", await member("editor"))).status).toBe(201);
});

test("400: more than the maximum of pending invitations, all of which one verification accepts", async () => {
  const person = await someone();
  const places = [];
  for (let i = 0; i < limits.invitationsPerAddress; i++) {
    const place = await aPlace(i % 2 ? "space" : "base");
    expect((await place.invite([person.email])).status).toBe(201);
    places.push(place);
  }
  const { invite } = await aPlace("space");
  expect(refusal(await invite([anAddress(), person.email]))).toEqual({ status: 400, paths: ["emails[1]"] });
  expect((await places[0]?.invite([person.email], "viewer"))?.status).toBe(201);
  await verify(person);
  for (const [i, { roles }] of places.entries())
    expect(await roles()).toMatchObject({ [person.userId]: i === 0 ? "viewer" : "editor" });
});
