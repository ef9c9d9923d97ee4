import { expect, test } from "vitest";
import { newAccessTokenId } from "#lib/schemas/basics/ids";
import { aBase, someone } from "#test/support/makers/makers";
import { refusal } from "#test/support/requests/refusal";
import { aPerson, plain, statusWith } from "./support.ts";

const me = await aPerson();
const { baseId, spaceId } = me;

test("200: another name, scopes and places, from the next call on; its text and time stay", async () => {
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

test("200: the description stays if it is left out, null takes it away", async () => {
  const { id } = await me.made({ description: "Every night" });
  expect((await me.update(id, plain)).body).toMatchObject({ description: "Every night" });
  expect((await me.update(id, { ...plain, description: "Every day" })).body.description).toBe("Every day");
  expect((await me.update(id, { ...plain, description: null })).body).not.toHaveProperty("description");
  expect((await me.get(id)).body).not.toHaveProperty("description");
});

test("200: what was read can be sent back", async () => {
  const { id } = await me.made({ hasFullAccess: false, baseIds: [baseId], spaceIds: [spaceId] });
  const { body } = await me.get(id);
  expect((await me.update(id, body)).body).toEqual(body);
});

test.each([
  ["nothing", {}, ["name", "scopes"]],
  ["no places any more", { name: "A", scopes: ["base|read"] }, ["hasFullAccess"]],
  ["no scope", { ...plain, scopes: [] }, ["scopes"]],
])("400: %s", async (_, body, paths) => {
  const { id } = await me.made();
  expect(refusal(await me.update(id, body))).toEqual({ status: 400, paths });
});

test("404: places of somebody else", async () => {
  const theirs = await aBase(await someone());
  const { id } = await me.made();
  const body = { ...plain, hasFullAccess: null, baseIds: [baseId, theirs.baseId] };
  expect(refusal(await me.update(id, body))).toEqual({ status: 404, paths: ["baseIds[1]"] });
  expect((await me.get(id)).body).toMatchObject({ hasFullAccess: true });
});

test("404: one of somebody else is like one that is not there, and stays as it is", async () => {
  const other = await aPerson();
  const { id } = await other.made();
  const nowhere = newAccessTokenId();
  const [theirs, none] = [await me.update(id, { ...plain, name: "Mine" }), await me.update(nowhere, plain)];
  expect([theirs.status, none.status]).toEqual([404, 404]);
  expect(theirs.body.message).toBe(none.body.message.replace(nowhere, id));
  expect((await other.get(id)).body.name).toBe("Import");
});
