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

test("201: whose address is verified joins at once, for the others it waits; the answer tells nothing of it", async () => {
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

test("whoever verifies his address later joins then, and the invitation is gone", async () => {
  const { params, invite, invitations } = await aPlace("space");
  const person = await someone();
  await invite([person.email], "creator");
  await verify(person);
  expect((await call(getSpace, { as: person, params })).body).toMatchObject({ role: "creator" });
  expect((await invitations()).body.invitations).toEqual([]);
});

test("201: who is a member keeps the higher role", async () => {
  const { member, invite, roles } = await aPlace("space");
  const people = [await member("viewer"), await member("creator"), await member("editor")];
  for (const person of people) await verify(person);
  await invite(
    people.map(({ email }) => email),
    "editor",
  );
  const now = await roles();
  expect(people.map(({ userId }) => now[userId])).toEqual(["editor", "creator", "editor"]);
});

test("201: inviting again replaces the one that waits", async () => {
  const { invite, invitations } = await aPlace("space");
  const email = anAddress();
  const { body: first } = await invite([email], "creator");
  const { body: second } = await invite([email.toUpperCase()], "viewer");
  expect(second[email.toUpperCase()]).toEqual(first[email]);
  expect((await invitations()).body.invitations).toMatchObject([
    { email: email.toUpperCase(), role: "viewer" },
  ]);
});

test("201: an address that is written twice is one", async () => {
  const { invite, invitations } = await aPlace("space");
  const email = anAddress();
  const { body } = await invite([email, email, email.toUpperCase()]);
  expect(body[email]).toEqual(body[email.toUpperCase()]);
  expect((await invitations()).body.invitations).toMatchObject([{ email }]);
});

test("201: one address at once by several is one invitation, and one person one member", async () => {
  const { owner, member, invite, invitations, roles } = await aPlace("space");
  const other = await member("owner");
  const [email, person] = [anAddress(), await verified()];
  const answers = await Promise.all(
    [owner, other, owner, other].map((as) => invite([email, person.email], "editor", as)),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body[email].invitationId)).size).toBe(1);
  expect((await invitations()).body.invitations).toHaveLength(1);
  expect(await roles()).toMatchObject({ [person.userId]: "editor" });
});

test("invited and verified at the same moment: he is a member, and nothing waits", async () => {
  for (let i = 0; i < 20; i++) {
    const { invite, invitations, roles } = await aPlace("space");
    const person = await someone();
    const [{ status }] = await Promise.all([invite([person.email], "viewer"), verify(person)]);
    expect(status).toBe(201);
    expect(await roles()).toMatchObject({ [person.userId]: "viewer" });
    expect((await invitations()).body.invitations).toEqual([]);
  }
}, 60_000);

test.each(allRoles)("an editor invites a %s, if that is no higher than himself", async (role) => {
  const { member, invite, invitations } = await aPlace("space");
  const { status } = await invite([anAddress()], role, await member("editor"));
  const isHigher = role === "owner" || role === "creator";
  expect(status).toBe(isHigher ? 403 : 201);
  expect((await invitations()).body.invitations).toHaveLength(isHigher ? 0 : 1);
});

test("201: an editor does not lower an invitation that is beyond him", async () => {
  const { member, invite, invitations } = await aPlace("space");
  const email = anAddress();
  await invite([email], "owner");
  await invite([email], "viewer", await member("editor"));
  expect((await invitations()).body.invitations).toMatchObject([{ role: "owner" }]);
});

test("whoever was removed does not come back as somebody whom he invited before; what others invited stays", async () => {
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

test("whoever invited and may do less by then gives no more than that", async () => {
  const { member, invite, setRole, roles } = await aPlace("space");
  const inviter = await member("owner");
  const [asOwner, asViewer] = [await someone(), await someone()];
  await invite([asOwner.email], "owner", inviter);
  await invite([asViewer.email], "viewer", inviter);
  // an invitation beyond an editor stays that of who made it
  await invite([asOwner.email], "viewer", await member("editor"));
  await setRole(inviter, "commenter");
  for (const person of [asOwner, asViewer]) await verify(person);
  expect(await roles()).toMatchObject({ [asOwner.userId]: "commenter", [asViewer.userId]: "viewer" });
});

test.each(["commenter", "viewer"] as const)("403: a %s invites nobody", async (role) => {
  const { member, invite } = await aPlace("space");
  expect((await invite([anAddress()], "viewer", await member(role))).status).toBe(403);
});

test.each([
  ["nobody", [], "editor", ["emails"]],
  ["an address that is none", ["a@test.local", "nope"], "editor", ["emails[1]"]],
  ["no text", [1], "editor", ["emails[0]"]],
  ["one that is too long", [`${"x".repeat(250)}@test.local`], "editor", ["emails[0]"]],
  ["one address that is no list", "a@test.local", "editor", ["emails"]],
  ["too many", Array.from({ length: 21 }, (_, i) => `${i}@test.local`), "editor", ["emails"]],
  ["a role that is none", ["a@test.local"], "king", ["role"]],
])("400: %s", async (_, emails, role, paths) => {
  const { invite } = await aPlace("space");
  expect(refusal(await invite(emails, role))).toEqual({ status: 400, paths });
});

test("201: as many as one call may hold, all of them already invited", async () => {
  const { invite, invitations } = await aPlace("space");
  const emails = Array.from({ length: limits.emailsPerInvitation }, anAddress);
  expect((await invite(emails)).status).toBe(201);
  expect((await invite(emails, "viewer")).status).toBe(201);
  expect((await invitations()).body.invitations).toHaveLength(limits.emailsPerInvitation);
});

test("429: one person cannot send mails without end, and nothing is done then", async () => {
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

test("400: more invitations than may wait for one address, all of which one verification accepts", async () => {
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
