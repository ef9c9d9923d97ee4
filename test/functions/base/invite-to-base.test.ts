import { expect, test } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as getBase } from "#functions/base/get-base";
import { aMember, someone, verify } from "#test/support/makers/makers";
import { aPlace } from "#test/support/makers/members";
import { call } from "#test/support/requests/call";

test("201: into the base, and not into its space", async () => {
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

test("201: a member of the space may be one of the base too, with another role", async () => {
  const { params, spaceId, invite } = await aPlace("base");
  const as = await aMember(spaceId, "viewer");
  await verify(as);
  await invite([as.email], "editor");
  expect((await call(getBase, { as, params })).body).toMatchObject({
    role: "editor",
    collaboratorType: "base",
  });
});

test("an invitation into a base that is gone by then is forgotten", async () => {
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

test("an invitation gives what its inviter has by then, at the base or as a member of its space", async () => {
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
