import { expect, test } from "vitest";
import { handler as getTable } from "#functions/table/get-table";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as renameTable } from "#functions/table/rename-table";
import { handler as createView } from "#functions/view/create-view";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const owner = await someone();
const list = async (baseId: string, as = owner) => (await call(listTables, { as, params: { baseId } })).body;

test("200: a new base has none", async () => {
  expect(await list((await aBase(owner)).baseId)).toEqual([]);
});

test("200: in their order, each as it is by itself, without what is in it", async () => {
  const place = await aBase(owner);
  const orders = [5, -1, 2.5, undefined];
  const ids: string[] = [];
  for (const order of orders) ids.push((await aTable({ order }, owner, place)).tableId);

  const tables = await list(place.baseId, await aMember(place.baseId, "viewer"));
  expect(tables.map(({ order }: { order: number }) => order)).toEqual([-1, 2.5, 5, 6]);
  expect(tables.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[2], ids[0], ids[3]]);
  for (const table of tables) {
    const params = { ...place, tableId: table.id };
    expect((await call(getTable, { as: owner, params })).body).toEqual(table);
    for (const member of ["fields", "views", "records"]) expect(table).not.toHaveProperty(member);
  }
});

test("200: tables of one place are in an order that stays", async () => {
  const place = await aBase(owner);
  await Promise.all(Array.from({ length: 6 }, () => aTable({ order: 1 }, owner, place)));
  expect(await list(place.baseId)).toEqual(await list(place.baseId));
});

test("200: a view more does not change how a table is listed, a new name does", async () => {
  const { owner, baseId, tableId } = await aTable();
  const params = { baseId, tableId };
  const [before] = await list(baseId, owner);
  await call(createView, { as: owner, params, body: { type: "grid" } });
  expect(await list(baseId, owner)).toEqual([before]);

  await call(renameTable, { as: owner, params, body: { name: "Renamed" } });
  const [after] = await list(baseId, owner);
  expect(after).toMatchObject({ name: "Renamed", version: before.version + 1 });
  expect((await call(getTable, { as: owner, params })).body).toEqual(after);
});
