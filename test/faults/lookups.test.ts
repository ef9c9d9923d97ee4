/*
 * Lookups, rollups and formulas, conversions and copies while the process is killed at any request to the store: each call takes effect as a whole or not at all,
 * the same call again succeeds, and then all cells are right.
 */
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as duplicateField } from "#functions/field/duplicate-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as updateField } from "#functions/field/update-field";
import { handler as settleNotes } from "#functions/link/settle-notes";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as createTable } from "#functions/table/create-table";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as duplicateTable } from "#functions/table/duplicate-table";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as restoreTrashItem } from "#functions/trash/restore-trash-item";
import type { Endpoint } from "#lib/http/endpoint";
import { trashTable } from "#test/functions/trash/support";
import { calmDown } from "#test/load/links/together";
import { settleAll } from "#test/support/events/commits";
import { runJobsOf } from "#test/support/events/jobs";
import { carry, findCarrying } from "#test/support/links/carried";
import { aTable } from "#test/support/makers/makers";
import { type Asking, call } from "#test/support/requests/call";
import { pointsOf } from "#test/support/run/points";
import { killedAt, requestsOf } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(async () => {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  await useOwnStore();
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

const text = { type: "singleLineText", name: "Name" };
type World = Awaited<ReturnType<typeof aWorld>>;

/** Goods, and orders that look them up. */
async function aWorld() {
  const goods = await aTable({
    name: "Goods",
    fields: [text, { type: "number", name: "Price" }],
    records: [{ fields: { Name: "tea", Price: 4 } }, { fields: { Name: "10", Price: 1 } }],
  });
  const { owner: as, baseId } = goods;
  const orders = await aTable({ name: "Orders", fields: [text] }, as, goods);
  const params = { tableId: orders.tableId };
  const add = async (body: object): Promise<string> => {
    const answer = await call(createField, { as, params, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body.id;
  };
  const options = { relationship: "manyMany", foreignTableId: goods.tableId };
  const link = await add({ type: "link", name: "Goods", options });
  const price: string = goods.table.fields[1].id;
  const looks = {
    lookupOptions: { foreignTableId: goods.tableId, linkFieldId: link, lookupFieldId: price },
  };
  const prices = await add({ type: "number", name: "Prices", isLookup: true, ...looks });
  const sum = await add({ type: "rollup", name: "Sum", options: { expression: "sum({values})" }, ...looks });
  const twice = await add({ type: "formula", name: "Twice", options: { expression: `{${sum}} * 2` } });
  const ids = goods.table.records.map(({ id }: { id: string }) => ({ id }));
  const records = [{ fields: { Name: "first", Goods: ids } }];
  expect(await call(createRecords, { as, params, body: { records } })).toMatchObject({ status: 201 });
  return { as, baseId, goods, orders, params, looks, link, price, prices, sum, twice, ids };
}

/** The fields and cells of all tables, by their names. */
async function look({ as, baseId }: World) {
  const tables = (await call(listTables, { as, params: { baseId } })).body as { id: string; name: string }[];
  const shown: Record<string, unknown> = {};
  for (const { id: tableId, name } of tables) {
    const fields = (await call(listFields, { as, params: { tableId } })).body;
    const { records } = (await call(listRecords, { as, params: { tableId } })).body;
    shown[name] = {
      fields: fields.map((field: Record<string, unknown>) => [
        ...[field["name"], field["type"], field["hasError"], field["cellValueType"], field["unique"]],
        (field["options"] as { formatting?: unknown }).formatting,
      ]),
      records: records.map(({ fields }: { fields: Record<string, unknown> }) =>
        Object.entries(fields).map(([key, cell]) => [key, [cell].flat().map(titleOf)]),
      ),
    };
  }
  return shown;
}

const titleOf = (value: unknown) => (typeof value === "object" ? (value as { title: string }).title : value);

const ofField = ({ as, params }: World, fieldId: string) => ({ as, params: { ...params, fieldId } });
type Request = [Endpoint, Asking];
const acts: Record<string, (world: World) => Request | Promise<Request>> = {
  "creating a table with a link, a lookup, a rollup and a formula": ({ as, baseId, goods, price, ids }) => {
    const [link, sum] = ["fldFaultLink0000000", "fldFaultSum00000000"];
    const lookupOptions = { foreignTableId: goods.tableId, linkFieldId: link, lookupFieldId: price };
    const options = { relationship: "manyMany", foreignTableId: goods.tableId };
    const fields = [
      text,
      { type: "link", id: link, name: "Goods", options },
      { type: "number", name: "Prices", isLookup: true, lookupOptions },
      { type: "rollup", id: sum, name: "Sum", options: { expression: "sum({values})" }, lookupOptions },
      { type: "formula", name: "Twice", options: { expression: `{${sum}} * 2` } },
    ];
    const records = [{ fields: { Name: "new", Goods: ids } }];
    return [createTable, { as, params: { baseId }, body: { name: "New", fields, records } }];
  },
  "creating a lookup": ({ as, params, looks }) => [
    createField,
    { as, params, body: { type: "number", name: "More", isLookup: true, ...looks } },
  ],
  "creating a rollup": ({ as, params, looks }) => [
    createField,
    { as, params, body: { type: "rollup", name: "Max", options: { expression: "max({values})" }, ...looks } },
  ],
  "changing a lookup": (world) => [
    updateField,
    {
      ...ofField(world, world.prices),
      body: { options: { formatting: { type: "decimal", precision: 0 } } },
    },
  ],
  "changing a formula over a rollup": (world) => [
    updateField,
    { ...ofField(world, world.twice), body: { options: { expression: `"is " & {${world.sum}}` } } },
  ],
  "deleting a lookup": (world) => [deleteField, ofField(world, world.prices)],
  "deleting a rollup that a formula uses": (world) => [deleteField, ofField(world, world.sum)],
  "deleting the field that is looked up": ({ as, goods, price }) => [
    deleteField,
    { as, params: { tableId: goods.tableId, fieldId: price } },
  ],
  "deleting the table that is looked up": ({ as, baseId, goods }) => [
    deleteTable,
    { as, params: { baseId, tableId: goods.tableId } },
  ],
  "restoring the table that is looked up": async ({ as, baseId, goods }) => {
    const trashId = await trashTable({ as }, { baseId, tableId: goods.tableId });
    return [restoreTrashItem, { as, params: { trashId } }];
  },
  "converting the field that is looked up": ({ as, goods, price }) => [
    convertField,
    { as, params: { tableId: goods.tableId, fieldId: price }, body: { type: "singleSelect" } },
  ],
  "making the field that is looked up unique": ({ as, goods, price }) => [
    convertField,
    { as, params: { tableId: goods.tableId, fieldId: price }, body: { type: "number", unique: true } },
  ],
  "converting a rollup to numbers": (world) => [
    convertField,
    { ...ofField(world, world.sum), body: { type: "number" } },
  ],
  "converting a formula to a link": (world) => [
    convertField,
    {
      ...ofField(world, world.twice),
      body: { type: "link", options: { relationship: "manyMany", foreignTableId: world.goods.tableId } },
    },
  ],
  "converting the link to text": (world) => [
    convertField,
    { ...ofField(world, world.link), body: { type: "longText" } },
  ],
  "duplicating the link": (world) => [
    duplicateField,
    { ...ofField(world, world.link), body: { name: "Goods again" } },
  ],
  "duplicating the table that looks up": ({ as, baseId, orders }) => [
    duplicateTable,
    {
      ...{ as, params: { baseId, tableId: orders.tableId } },
      body: { name: "Orders", includeRecords: true },
    },
  ],
  "changing a cell that links carry": async (world) => {
    await carry(world.goods, world.orders);
    const params = { tableId: world.goods.tableId, recordId: world.ids[0]?.id as string };
    return [updateRecord, { as: world.as, params, body: { record: { fields: { Price: 40 } } } }];
  },
  "linking another record whose cells are carried": async (world) => {
    await carry(world.goods, world.orders);
    const { records } = (await call(listRecords, { as: world.as, params: world.params })).body;
    const params = { ...world.params, recordId: records[0].id };
    return [
      updateRecord,
      { as: world.as, params, body: { record: { fields: { Goods: world.ids.slice(1) } } } },
    ];
  },
  "creating records that look up": ({ as, params, ids }) => [
    createRecords,
    { as, params, body: { records: [{ fields: { Name: "a", Goods: ids } }, { fields: { Name: "b" } }] } },
  ],
};

test.each(
  Object.entries(acts).flatMap(([name, act]) =>
    (["not sent", "answer lost"] as const).map((fault) => ({ name, act, fault })),
  ),
)(
  "$name, $fault",
  async ({ name, act, fault }) => {
    const send = ([endpoint, asking]: Request) =>
      call(endpoint, { ...asking, headers: { "idempotency-key": "once" } });
    const settled = async (world: World) => {
      await settleAll();
      // the schedule follows the notes that a killed process leaves
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 300_000 });
      await settleNotes();
      vi.useRealTimers();
      await calmDown();
      await runJobsOf(world.goods, world.orders);
      const { wrong, marked } = await findCarrying(world.goods.tableId, world.orders.tableId);
      expect({ wrong, marked }).toEqual({ wrong: [], marked: [] });
      return look(world);
    };
    const sample = await aWorld();
    const request = await act(sample);
    const before = await look(sample);
    let status = 0;
    const calls = await requestsOf(async () => {
      status = (await send(request)).status;
    });
    expect(status).toBeLessThan(300);
    const after = await settled(sample);
    expect(after).not.toEqual(before);
    for (const n of pointsOf(name, calls)) {
      const world = await aWorld();
      const request = await act(world);
      await killedAt(n, fault, () => send(request));
      const found = await settled(world);
      expect([n, [before, after]]).toEqual([n, expect.arrayContaining([found])]);
      const again = await send(request);
      // only requests that create or change can be repeated: what was deleted is not found
      const isGone = name.startsWith("deleting") && isDeepStrictEqual(found, after);
      expect([n, again.status]).toEqual([n, isGone ? 404 : status]);
      expect([n, await settled(world)]).toEqual([n, after]);
    }
  },
  120_000,
);
