import { expect, test } from "vitest";
import { type Answered, field } from "#test/functions/record/support/records";
import { aTableToFilter, idsOf, only } from "#test/functions/record/support/where";
import { tellNews } from "#test/support/store/record-images";

const fields = [field("Name", "singleLineText"), field("No", "number", { unique: true })];

async function four() {
  const table = await aTableToFilter({ fields, records: [] });
  const { body } = await table.create(["a", "b", "c", "d"].map((Name, No) => ({ Name, No })));
  return { ...table, made: body.records as Answered[], ids: idsOf(body.records) };
}

test("200: the records that the filter finds are deleted, and their unique values are free", async () => {
  const { deleteWhere, cells, create, ids } = await four();
  const { status, body } = await deleteWhere({ filter: only("No", "isGreater", 1), expect: { max: 2 } });
  expect({ status, body }).toEqual({
    status: 200,
    body: { matched: 2, deleted: 2, recordIds: ids.slice(2) },
  });
  expect(await cells("Name")).toEqual(["a", "b"]);
  expect((await create([{ No: 3 }])).status).toBe(201);
});

test("200: every record, if the caller says so; then there is none", async () => {
  const { deleteWhere, count } = await four();
  expect((await deleteWhere({ all: true })).body.deleted).toBe(4);
  expect(await count()).toBe(0);
  expect((await deleteWhere({ all: true })).body).toEqual({ matched: 0, deleted: 0, recordIds: [] });
});

test("200: dryRun deletes nothing; 412: more than expected", async () => {
  const { deleteWhere, records, made, ids } = await four();
  const filterByTql = "{Name} = 'a' OR {No} = 3";
  expect((await deleteWhere({ filterByTql, dryRun: true })).body).toEqual({
    matched: 2,
    deleted: 2,
    recordIds: [ids[0], ids[3]],
    dryRun: true,
  });
  expect(await deleteWhere({ filterByTql, expect: { max: 1 } })).toMatchObject({
    status: 412,
    body: { code: "too_many_matched", data: { matched: 2, max: 1 } },
  });
  expect(await records()).toEqual(made);
});

test("200: with a key a retry deletes nothing more; it is undone and redone by its key", async () => {
  const { deleteWhere, records, made, create, undo, redo, cells } = await four();
  const headers = { "idempotency-key": "one" };
  const body = { filter: only("No", "isGreater", 1) };
  const first = await deleteWhere(body, { headers });
  const { body: later } = await create([{ Name: "e", No: 9 }]);
  expect((await deleteWhere(body, { headers })).body).toEqual(first.body);
  await tellNews();
  expect((await undo("one")).body).toEqual({ status: "fulfilled" });
  expect(await records()).toEqual([...made, later.records[0]]);
  expect((await redo("one")).body).toEqual({ status: "fulfilled" });
  expect(await cells("Name")).toEqual(["a", "b", "e"]);
});
