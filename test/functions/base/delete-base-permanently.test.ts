import { expect, test } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as deleteBasePermanently } from "#functions/base/delete-base-permanently";
import { handler as getBase } from "#functions/base/get-base";
import { handler as listRecords } from "#functions/record/list-records";
import { roles } from "#lib/schemas/basics/role";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

test("200: nothing of the base is found afterwards; a second time it is 404", async () => {
  const { owner: as, baseId, tableId } = await aTable({ records: [{ fields: {} }] });
  const params = { baseId };
  const { status, body } = await call(deleteBasePermanently, { as, params });
  expect({ status, body }).toEqual({ status: 200, body: { jobId: expect.stringMatching(/^job/) } });
  expect((await call(getBase, { as, params })).status).toBe(404);
  expect((await call(listRecords, { as, params: { tableId } })).status).toBe(404);
  for (const endpoint of [deleteBasePermanently, deleteBase])
    expect((await call(endpoint, { as, params })).status).toBe(404);
});

test.each(roles)("as %s: only owners may, of the base or its space", async (role) => {
  const owner = await someone();
  const [one, other] = [await aBase(owner), await aBase(owner)];
  const expected = role === "owner" ? 200 : 403;
  const inBase = await aMember(one.baseId, role);
  expect((await call(deleteBasePermanently, { as: inBase, params: { baseId: one.baseId } })).status).toBe(
    expected,
  );
  const inSpace = await aMember(other.spaceId, role);
  expect((await call(deleteBasePermanently, { as: inSpace, params: { baseId: other.baseId } })).status).toBe(
    expected,
  );
});

test("404: another person's base, and an id that does not exist; nothing is deleted", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const as = await someone();
  for (const id of [baseId, "bse0000000000000000"])
    expect((await call(deleteBasePermanently, { as, params: { baseId: id } })).status).toBe(404);
  expect((await call(getBase, { as: owner, params: { baseId } })).status).toBe(200);
});

test("404: a base is deleted once, by two concurrent requests of both kinds", async () => {
  const as = await someone();
  const { baseId } = await aBase(as);
  const answers = await Promise.all(
    [deleteBase, deleteBasePermanently].map((endpoint) => call(endpoint, { as, params: { baseId } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});
