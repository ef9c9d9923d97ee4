import { expect, test } from "vitest";
import { newAccessTokenId } from "#lib/schemas/basics/ids";
import { aBase, someone } from "#test/support/makers/makers";
import { refusal } from "#test/support/requests/refusal";
import { aPerson, plain, statusWith } from "./support.ts";

const me = await aPerson();
const { baseId, spaceId } = me;

test("200: another name, scopes and bases from the next call on; its text and expiry stay", async () => {
  const other = await aBase(me.person);
  const { token, ...made } = await me.made({ description: "Every night" });
  const { status, body } = await me.update(made.id, {
    name: "Report",
    scopes: ["base|read"],
    baseIds: [other.baseId],
    expiredTime: "nothing",
    token: "nothing",
    id: "nothing",
  });
  const { hasFullAccess: _, ...kept } = made as typeof made & { hasFullAccess: true };
  expect({ status, body }).toEqual({
    status: 200,
    body: { ...kept, name: "Report", baseIds: [other.baseId] },
  });
  expect((await me.get(made.id)).body).toEqual(body);
  expect([await statusWith(token, other.baseId), await statusWith(token, baseId)]).toEqual([200, 404]);

  await me.update(made.id, { ...plain, scopes: ["record|read"] });
  expect(await statusWith(token, baseId)).toBe(403);
});

test("200: the description stays if it is omitted, null removes it", async () => {
  const { id } = await me.made({ description: "Every night" });
  expect((await me.update(id, plain)).body).toMatchObject({ description: "Every night" });
  expect((await me.update(id, { ...plain, description: "Every day" })).body.description).toBe("Every day");
  expect((await me.update(id, { ...plain, description: null })).body).not.toHaveProperty("description");
  expect((await me.get(id)).body).not.toHaveProperty("description");
});

test("200: spaces, bases and full access stay if they are omitted; null clears them", async () => {
  const { id } = await me.made({ hasFullAccess: false, baseIds: [baseId], spaceIds: [spaceId] });
  const only = { name: "Only", scopes: ["base|read"] };
  const update = async (more: object) => (await me.update(id, { ...only, ...more })).body;
  expect(await update({})).toMatchObject({ name: "Only", baseIds: [baseId], spaceIds: [spaceId] });
  const withoutSpace = await update({ spaceIds: null });
  expect(withoutSpace).toMatchObject({ baseIds: [baseId] });
  expect(withoutSpace).not.toHaveProperty("spaceIds");
  // all are cleared: the token reaches nothing, and can still be changed
  const cleared = await me.update(id, { ...only, baseIds: null });
  expect(cleared.status).toBe(200);
  for (const name of ["spaceIds", "baseIds", "hasFullAccess"]) expect(cleared.body).not.toHaveProperty(name);
  expect(await update({})).toMatchObject({ name: "Only" });
  expect(await update({ hasFullAccess: true })).toMatchObject({ hasFullAccess: true });
  expect(await update({})).toMatchObject({ hasFullAccess: true });
  // naming places ends full access
  const narrowed = await update({ spaceIds: [spaceId] });
  expect(narrowed).toMatchObject({ spaceIds: [spaceId] });
  expect(narrowed).not.toHaveProperty("hasFullAccess");
});

test("200: a response can be sent back", async () => {
  const { id } = await me.made({ hasFullAccess: false, baseIds: [baseId], spaceIds: [spaceId] });
  const { body } = await me.get(id);
  expect((await me.update(id, body)).body).toEqual(body);
  const empty = await me.update(id, { ...body, spaceIds: [] });
  expect(empty.body).toMatchObject({ baseIds: [baseId] });
  expect(empty.body).not.toHaveProperty("spaceIds");
});

test.each([
  ["an empty body", {}, ["name", "scopes"]],
  ["no space or base left", { name: "A", scopes: ["base|read"], hasFullAccess: null }, ["hasFullAccess"]],
  ["no scope", { ...plain, scopes: [] }, ["scopes"]],
])("400: %s", async (_, body, paths) => {
  const { id } = await me.made();
  expect(refusal(await me.update(id, body))).toEqual({ status: 400, paths });
});

test("404: spaces and bases of another user", async () => {
  const theirs = await aBase(await someone());
  const { id } = await me.made();
  const body = { ...plain, hasFullAccess: null, baseIds: [baseId, theirs.baseId] };
  expect(refusal(await me.update(id, body))).toEqual({ status: 404, paths: ["baseIds[1]"] });
  expect((await me.get(id)).body).toMatchObject({ hasFullAccess: true });
});

test("404: a token of another user is not found, and does not change", async () => {
  const other = await aPerson();
  const { id } = await other.made();
  const nowhere = newAccessTokenId();
  const [theirs, none] = [await me.update(id, { ...plain, name: "Mine" }), await me.update(nowhere, plain)];
  expect([theirs.status, none.status]).toEqual([404, 404]);
  expect(theirs.body.message).toBe(none.body.message.replace(nowhere, id));
  expect((await other.get(id)).body.name).toBe("Import");
});
