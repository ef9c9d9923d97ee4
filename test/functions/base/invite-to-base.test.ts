import { expect, test } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as getBase } from "#functions/base/get-base";
import { aMember, someone, verify } from "#test/support/makers/makers";
import { aPlace } from "#test/support/makers/members";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

test("201: to the base, and not to its space", async () => {
  const { params, invite, roles } = await aPlace("base");
  const [known, later] = [await someone(), await someone()];
  await verify(known);
  const { status } = await invite([known.email, later.email], "viewer");
  expect(status).toBe(201);
  expect(await roles()).toEqual({ [known.userId]: "viewer" });
  const opened = await call(getBase, { as: known, params });
  expect(opened.body).toMatchObject({ role: "viewer", collaboratorType: "base" });
  await verify(later);
  expect((await call(getBase, { as: later, params })).body).toMatchObject({ role: "viewer" });
});

test("201: a member of the space may also be a member of the base, with another role", async () => {
  const { params, spaceId, invite } = await aPlace("base");
  const as = await aMember(spaceId, "viewer");
  await verify(as);
  await invite([as.email], "editor");
  expect((await call(getBase, { as, params })).body).toMatchObject({
    role: "editor",
    collaboratorType: "base",
  });
});

test.each(["space", "base"] as const)(
  "400: people who have access to a %s, with the place of each address",
  async (kind) => {
    const { member, invite, roles, owner } = await aPlace(kind);
    const [here, stranger] = [await member("viewer"), await someone()];
    await verify(here);
    const answer = await invite([stranger.email, here.email], "editor");
    expect(refusal(answer)).toEqual({ status: 400, paths: ["emails[1]"] });
    expect(answer.body.message).toContain(`is a member of this ${kind} already`);
    // nothing was done
    expect(await roles()).toMatchObject({ [here.userId]: "viewer" });
    await verify(owner);
    expect(refusal(await invite([owner.email], "viewer"))).toEqual({ status: 400, paths: ["emails[0]"] });
  },
);

test("400: a member of the space, unless the role in the base is stronger", async () => {
  const { spaceId, invite } = await aPlace("base");
  const person = await aMember(spaceId, "editor");
  await verify(person);
  const same = await invite([person.email], "editor");
  expect(refusal(same)).toEqual({ status: 400, paths: ["emails[0]"] });
  expect(same.body.message).toContain("has access already, as editor of the space");
  expect((await invite([person.email], "creator")).status).toBe(201);
});

test("an invitation to a base deleted meanwhile is dropped", async () => {
  const { owner, params, invite } = await aPlace("base");
  const kept = await aPlace("base");
  const person = await someone();
  await invite([person.email]);
  await kept.invite([person.email]);
  await call(deleteBase, { as: owner, params });
  await verify(person);
  expect((await call(getBase, { as: person, params })).status).toBe(404);
  expect((await call(getBase, { as: person, params: kept.params })).status).toBe(200);
});

test("an invitation gives at most the inviter's present role, in the base or in its space", async () => {
  const { spaceId, member, invite, remove, roles } = await aPlace("base");
  const [ofSpace, ofBase, gone] = [
    await aMember(spaceId, "creator"),
    await member("editor"),
    await member("creator"),
  ];
  const [one, two, three] = [await someone(), await someone(), await someone()];
  await invite([one.email], "creator", ofSpace);
  await invite([two.email], "viewer", ofBase);
  await invite([three.email], "creator", gone);
  await remove(gone);
  for (const person of [one, two, three]) await verify(person);
  const now = await roles();
  expect([one, two, three].map(({ userId }) => now[userId])).toEqual(["creator", "viewer", undefined]);
});
