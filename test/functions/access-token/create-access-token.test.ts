import { expect, test } from "vitest";
import * as tokens from "#lib/data/identity/tokens";
import { limits } from "#lib/schemas/basics/limits";
import { noSpace } from "#test/support/makers/ids";
import { aBase, someone } from "#test/support/makers/makers";
import { refusal } from "#test/support/requests/refusal";
import { costOf } from "#test/support/requests/round-trips";
import { aPerson, plain, statusWith } from "./support.ts";

const me = await aPerson();
const { baseId, spaceId } = me;
const theirs = await aBase(await someone());

test("201: the new token opens what it names, and can be read back without its text", async () => {
  const input = { name: " Import ", description: "Every night", scopes: ["base|read"], baseIds: [baseId] };
  const { status, body } = await me.create({ ...input, expiredTime: "2999-12-31T12:00:00.5+02:00" });
  const { token, ...shown } = body;
  expect({ status, shown }).toEqual({
    status: 201,
    shown: {
      id: expect.stringMatching(/^acc[0-9A-Za-z]{16}$/),
      name: "Import",
      description: "Every night",
      scopes: ["base|read"],
      baseIds: [baseId],
      expiredTime: "2999-12-31T10:00:00.500Z",
      createdTime: expect.stringMatching(/Z$/),
    },
  });
  expect(token).toMatch(new RegExp(`^gridless_${shown.id}_[0-9A-Za-z]{50}$`));
  expect((await me.get(shown.id)).body).toEqual(shown);
  expect(await statusWith(token, baseId)).toBe(200);
  expect(await statusWith(token, (await aBase(me.person)).baseId)).toBe(404);
});

test("201: of a date it is good until the end of that day", async () => {
  expect((await me.create({ ...plain, expiredTime: "9999-12-31" })).body).toMatchObject({
    expiredTime: "9999-12-31T23:59:59.999Z",
  });
});

test("201: one for a space opens its bases, one with full access those that come later too", async () => {
  const forSpace = await me.made({ hasFullAccess: null, spaceIds: [spaceId], baseIds: null });
  const forAll = await me.made({ baseIds: [theirs.baseId] });
  const { baseId: later } = await aBase(me.person);
  const opened = [forSpace, forAll].map(({ token }) => [statusWith(token, baseId), statusWith(token, later)]);
  expect(await Promise.all(opened.flat())).toEqual([200, 404, 200, 200]);
  expect(forSpace).toMatchObject({ spaceIds: [spaceId] });
  expect(forSpace).not.toHaveProperty("hasFullAccess");
  expect(forAll).toMatchObject({ hasFullAccess: true });
  expect(forAll).not.toHaveProperty("baseIds");
});

test("201: what is named twice counts once", async () => {
  const twice = { scopes: ["base|read", "base|read"], baseIds: [baseId, baseId], hasFullAccess: false };
  expect(await me.made(twice)).toMatchObject({ scopes: ["base|read"], baseIds: [baseId] });
});

test("201: without scopes for places it needs no places", async () => {
  const { status, body } = await me.create({ ...plain, scopes: ["plugin|read"], hasFullAccess: undefined });
  expect({ status, ...body }).not.toHaveProperty("hasFullAccess");
  expect(status).toBe(201);
});

test.each([
  ["nothing", {}, ["name", "scopes", "expiredTime"]],
  ["no place for scopes of places", { ...plain, hasFullAccess: false }, ["hasFullAccess"]],
  ["that and an empty name", { ...plain, name: " ", hasFullAccess: null }, ["name", "hasFullAccess"]],
  ["no scope", { ...plain, scopes: [] }, ["scopes"]],
  [
    "scopes that there are none of",
    { ...plain, scopes: ["base|read", "base|all", 1] },
    ["scopes[1]", "scopes[2]"],
  ],
  ["no id in a list", { ...plain, spaceIds: [], baseIds: [] }, ["spaceIds", "baseIds"]],
  [
    "ids that are none",
    { ...plain, spaceIds: ["x"], baseIds: [baseId, spaceId] },
    ["spaceIds[0]", "baseIds[1]"],
  ],
  ["a description too long", { ...plain, description: "x".repeat(10_001) }, ["description"]],
  ["yesterday", { ...plain, expiredTime: new Date(Date.now() - 86_400_000).toISOString() }, ["expiredTime"]],
  ["a day that there is not", { ...plain, expiredTime: "2999-02-29" }, ["expiredTime"]],
  ["a time without zone", { ...plain, expiredTime: "2999-02-01T00:00:00" }, ["expiredTime"]],
  ["the year 10000", { ...plain, expiredTime: "9999-12-31T23:59:59-01:00" }, ["expiredTime"]],
  ["a year of five digits", { ...plain, expiredTime: "+010000-01-01T00:00:00.000Z" }, ["expiredTime"]],
  ["a number as time", { ...plain, expiredTime: 32_503_680_000_000 }, ["expiredTime"]],
])("400: %s", async (_, body, paths) => {
  expect(refusal(await me.create(body))).toEqual({ status: 400, paths });
});

test("201: today is good until it ends", async () => {
  const today = new Date().toISOString().slice(0, 10);
  expect((await me.create({ ...plain, expiredTime: today })).status).toBe(201);
});

test("404: places of somebody else are like ones that are not there", async () => {
  const asked = { ...plain, hasFullAccess: false };
  const nowhere = noSpace();
  const foreign = await me.create({
    ...asked,
    spaceIds: [spaceId, theirs.spaceId],
    baseIds: [theirs.baseId, baseId],
  });
  expect(refusal(foreign)).toEqual({ status: 404, paths: ["spaceIds[1]", "baseIds[0]"] });
  const none = await me.create({
    ...asked,
    spaceIds: [spaceId, nowhere],
    baseIds: [`bse${nowhere.slice(3)}`, baseId],
  });
  expect(none).toMatchObject({ status: 404, body: foreign.body });
});

test("400: one more than a person may have, whoever makes them at once; a deleted one makes room", async () => {
  const other = await aPerson();
  const grant = { userId: other.person.userId, name: "Old", scopes: [], reach: null };
  const filling = limits.tokensPerPerson - 1 - 3;
  for (let i = 0; i < filling; i++)
    await tokens.create({ ...grant, expiredTime: "2999-01-01T00:00:00.000Z" }, new Date().toISOString());
  const answers = await Promise.all(Array.from({ length: 6 }, () => other.create(plain)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 400, 400, 400]);
  expect(answers.find(({ status }) => status === 400)?.body.message).toContain("the limit is 100");

  const listed = (await other.list()).body;
  expect(listed).toHaveLength(limits.tokensPerPerson);
  await other.remove(listed[0].id);
  expect((await other.create(plain)).status).toBe(201);
});

test("no text of a token is in the store", async () => {
  const { token } = await me.made();
  const list = await tokens.listOf(me.person.userId, new Date().toISOString());
  const found = JSON.stringify(list);
  expect(found).toContain(token.split("_")[1]);
  expect(found).not.toContain(token.split("_")[2]?.slice(0, 43));
});

test("401: a mistyped token costs no read of the store", async () => {
  const { token } = await me.made();
  const mistyped = token.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const cost = await costOf(async () => expect(await statusWith(mistyped, baseId)).toBe(401));
  const right = await costOf(() => statusWith(token, baseId));
  expect(cost).toMatchObject({ roundTrips: 0, requests: 0, read: 0, written: 0 });
  expect(right.read).toBeGreaterThan(0);
});
