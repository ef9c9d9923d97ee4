import { expect, test } from "vitest";
import { handler as createBase } from "#functions/base/create-base";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as listBases } from "#functions/base/list-bases";
import { handler as updateBase } from "#functions/base/update-base";
import { joinChanges } from "#lib/data/spaces/members";
import { readRegistry } from "#lib/registry";
import type { BaseId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import { commit } from "#lib/store/commit";
import { aBase, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { request, routesIn } from "#test/support/requests/request";
import { nextMillisecond } from "#test/support/run/next-millisecond";

const registry = await readRegistry();
const list = async (as: { token: string }) => (await call(listBases, { as })).body;
const idsOf = (bases: { id: string }[]) => bases.map(({ id }) => id);
const give = (
  place: Parameters<typeof joinChanges>[0],
  { userId }: { userId: Parameters<typeof joinChanges>[1] },
  role: Role,
) => commit(joinChanges(place, userId, role, new Date().toISOString()));

test("200: an empty list for a user without any role", async () => {
  const { status, body } = await call(listBases, { as: await someone() });
  expect({ status, body }).toEqual({ status: 200, body: [] });
});

test("200: bases of the caller's spaces and with direct roles, the oldest first, each with the higher role", async () => {
  const ada = await someone();
  const bob = await someone();
  const first = await aBase(ada);
  await nextMillisecond();
  const { body: second } = await call(createBase, {
    as: ada,
    body: { spaceId: first.spaceId, name: "Second" },
  });
  await nextMillisecond();
  const third = await aBase(await someone());
  await aBase(ada);
  await give(`SPACE#${first.spaceId}`, bob, "viewer");
  await give(`BASE#${second.id as BaseId}`, bob, "editor");
  await give(`BASE#${third.baseId}`, bob, "commenter");

  expect(await list(bob)).toEqual([
    {
      id: first.baseId,
      name: "Base",
      spaceId: first.spaceId,
      role: "viewer",
      icon: null,
      collaboratorType: "space",
    },
    {
      id: second.id,
      name: "Second",
      spaceId: first.spaceId,
      role: "editor",
      icon: null,
      collaboratorType: "base",
    },
    {
      id: third.baseId,
      name: "Base",
      spaceId: third.spaceId,
      role: "commenter",
      icon: null,
      collaboratorType: "base",
    },
  ]);
});

test("200: a token limited to some bases lists those only", async () => {
  const ada = await someone();
  const [one, two, three] = [await aBase(ada), await aBase(ada), await aBase(ada)];
  const reach = { spaceIds: [three.spaceId], baseIds: [one.baseId] };
  const bases = await list({ token: await aToken(ada.userId, { reach }) });
  expect(idsOf(bases)).toEqual([one.baseId, three.baseId]);
  expect(idsOf(await list(ada))).toEqual([one.baseId, two.baseId, three.baseId]);
});

test("200: shows changes, and leaves out what was deleted, to members of the space and of the base", async () => {
  const ada = await someone();
  const bob = await someone();
  const { baseId } = await aBase(ada);
  await give(`BASE#${baseId}`, bob, "viewer");
  await call(updateBase, { as: ada, params: { baseId }, body: { name: "Renamed", icon: "🚀" } });
  for (const person of [ada, bob])
    expect(await list(person)).toMatchObject([{ name: "Renamed", icon: "🚀" }]);
  await call(deleteBase, { as: ada, params: { baseId } });
  for (const person of [ada, bob]) expect(await list(person)).toEqual([]);
});

test("200: a token for all bases, base|read_all, is enough", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const token = await aToken(owner.userId, { scopes: ["base|read_all"] });
  expect(idsOf(await list({ token }))).toEqual([baseId]);
  const other = await aToken(owner.userId, { scopes: ["table|read"] });
  expect((await call(listBases, { as: { token: other } })).status).toBe(403);
});

test("GET /base is the same, with its own refusals", async () => {
  const ada = await someone();
  const { baseId } = await aBase(ada);
  const at = (method: string, url: string, headers: Record<string, string> = {}) =>
    request({ method, url, headers, body: Buffer.alloc(0) }, routesIn(registry));
  const authorization = `Bearer ${ada.token}`;
  const { status, body } = await at("GET", "/base", { authorization });
  expect({ status, ids: idsOf(body) }).toEqual({ status: 200, ids: [baseId] });
  expect(body).toEqual(await list(ada));
  expect((await at("GET", "/base")).status).toBe(401);
  expect(await at("GET", "/base?nope=1", { authorization })).toMatchObject({ status: 400 });
  const slash = await at("GET", "/base/");
  expect([slash.status, slash.headers["location"]]).toEqual([308, "/base"]);
  const other = await at("DELETE", "/base");
  expect([other.status, other.headers["allow"]?.split(", ").sort()]).toEqual([405, ["GET", "HEAD", "POST"]]);
});
