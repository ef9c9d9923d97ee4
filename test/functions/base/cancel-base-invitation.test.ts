import { expect, test } from "vitest";
import { noInvitation } from "#test/support/ids";
import { someone, verify } from "#test/support/makers";
import { aPlace } from "#test/support/members";

test("200: it is gone, and whoever verifies his address later does not join; what waits elsewhere does", async () => {
  const place = await aPlace("base");
  const other = await aPlace("base");
  const person = await someone();
  const { body } = await place.invite([person.email]);
  await other.invite([person.email]);
  const { invitationId } = body[person.email];
  expect((await place.cancel(invitationId)).status).toBe(200);
  expect((await place.invitations()).body.invitations).toEqual([]);
  expect((await place.cancel(invitationId)).status).toBe(404);
  await verify(person);
  expect(await place.roles()).not.toHaveProperty(person.userId);
  expect(await other.roles()).toHaveProperty(person.userId);
});

test("taken back and verified at once: both see the same", async () => {
  for (let i = 0; i < 10; i++) {
    const { invite, cancel, invitations, roles } = await aPlace("base");
    const person = await someone();
    const { body } = await invite([person.email]);
    const [{ status }] = await Promise.all([cancel(body[person.email].invitationId), verify(person)]);
    expect([200, 404]).toContain(status);
    expect(person.userId in (await roles())).toBe(status === 404);
    expect((await invitations()).body.invitations).toEqual([]);
  }
});

test("403: one that is beyond the caller, or by who may invite nobody", async () => {
  const { member, invite, cancel, invitations } = await aPlace("base");
  const { body } = await invite(["beyond@test.local"], "owner");
  const { invitationId } = body["beyond@test.local"];
  for (const role of ["editor", "viewer"] as const)
    expect((await cancel(invitationId, await member(role))).status).toBe(403);
  expect((await invitations()).body.invitations).toHaveLength(1);
});

test("404: an id that is none, stands for nothing, or for an invitation elsewhere", async () => {
  const [place, other] = [await aPlace("base"), await aPlace("base")];
  const { body } = await other.invite(["elsewhere@test.local"]);
  for (const id of ["x", noInvitation(), body["elsewhere@test.local"].invitationId])
    expect((await place.cancel(id)).body.message).toBe(
      `There is no invitation ${id}, or you have no access to it`,
    );
});
