/* Lookups and rollups in all that exists: copies, repeated requests, tags, exports, the trash, and fields of every other kind. */
import { beforeAll, expect, test } from "vitest";
import { handler as exportTable } from "#functions/csv/export-table";
import { handler as createField } from "#functions/field/create-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as duplicateRecord } from "#functions/record/duplicate-record";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as createView } from "#functions/view/create-view";
import { handler as filterView } from "#functions/view/filter-view";
import { bringBack, recordItems } from "#test/functions/trash/support";
import { atAddress } from "#test/support/makers/files";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";

beforeAll(useOwnStore);

const text = (name: string) => ({ type: "singleLineText", name });

/** Lists with one link and several to things; of each field of things a lookup by both. */
async function aWorld(fields: object[], cells: Record<string, unknown>[]) {
  const things = await aTable({
    fields: [text("Name"), ...fields],
    records: cells.map((each) => ({ fields: each })),
  });
  const { owner: as } = things;
  const lists = await aTable({ fields: [text("Name")] }, as, things);
  const params = { tableId: lists.tableId };
  const add = async (body: object) => {
    const answer = await call(createField, { as, params, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body as { id: string };
  };
  const made: Record<string, string> = {};
  for (const relationship of ["manyOne", "manyMany"]) {
    const options = { relationship, foreignTableId: things.tableId, isOneWay: true };
    const link = await add({ type: "link", name: relationship, options });
    for (const { id, type, name } of things.table.fields) {
      const lookupOptions = { foreignTableId: things.tableId, linkFieldId: link.id, lookupFieldId: id };
      const field = await add({ type, name: `${name} ${relationship}`, isLookup: true, lookupOptions });
      made[`${name} ${relationship}`] = field.id;
    }
  }
  const [one, two] = things.table.records.map(({ id }: { id: string }) => ({ id }));
  const records = [
    { fields: { Name: "full", manyOne: one, manyMany: [one, two] } },
    { fields: { Name: "none" } },
  ];
  const created = await call(createRecords, { as, params, body: { records } });
  expect(created).toMatchObject({ status: 201 });
  const list = (query: Record<string, string> = {}) => call(listRecords, { as, params, query });
  return { as, things, lists, params, made, add, list, one, two, record: created.body.records[0] };
}

test("people and times of the linked records, and late formulas, by which nothing is filtered or sorted", async () => {
  const { as, made, list, things, one } = await aWorld(
    [
      { type: "createdBy", name: "By" },
      { type: "createdTime", name: "At" },
      { type: "lastModifiedTime", name: "Changed" },
      { type: "user", name: "Who" },
      { type: "formula", name: "Late", options: { expression: "NOW()" } },
    ],
    [{ Name: "a" }, { Name: "b" }],
  );
  const body = { record: { fields: { Who: { id: as.userId } } } };
  const changed = await call(updateRecord, {
    as,
    params: { tableId: things.tableId, recordId: one.id },
    body,
  });
  expect(changed).toMatchObject({ status: 200 });
  const there = (await call(listRecords, { as, params: { tableId: things.tableId } })).body.records;
  const [{ fields }] = (await list()).body.records;
  for (const name of ["By", "At", "Changed", "Who"]) {
    expect(fields[`${name} manyOne`]).toEqual(there[0].fields[name]);
    const all = there.flatMap((each: { fields: Record<string, unknown> }) => each.fields[name] ?? []);
    expect(fields[`${name} manyMany`]).toEqual(all);
    const fieldId = made[`${name} manyMany`] as string;
    const filterSet = [{ fieldId, operator: "isNotEmpty", value: null }];
    const found = await list({ filter: JSON.stringify({ conjunction: "and", filterSet }) });
    expect(found.body.records).toHaveLength(1);
  }
  for (const relationship of ["manyOne", "manyMany"]) {
    const fieldId = made[`Late ${relationship}`] as string;
    expect(fields[`Late ${relationship}`]).toBeDefined();
    const filterSet = [{ fieldId, operator: "isNotEmpty", value: null }];
    const orders = JSON.stringify([{ fieldId, order: "desc" }]);
    const filter = JSON.stringify({ conjunction: "and", filterSet });
    for (const [path, query] of [
      ["filter.filterSet[0].fieldId", { filter }],
      ["orderBy[0].fieldId", { orderBy: orders }],
      ["groupBy[0].fieldId", { groupBy: orders }],
    ] as const)
      expect(refusal(await list(query))).toEqual({ status: 400, paths: [path] });
  }
});

test("views do not filter and sort by late lookups; those made before the looked-up formula became late are still shown", async () => {
  const { as, made, list, lists, things } = await aWorld(
    [{ type: "formula", name: "Year", options: { expression: "2000" } }],
    [{ Name: "a" }, { Name: "b" }],
  );
  const fieldId = made["Year manyOne"] as string;
  const filter = { conjunction: "and", filterSet: [{ fieldId, operator: "isGreater", value: 1 }] };
  const sort = { sortObjs: [{ fieldId, order: "asc" }] };
  const views = { as, params: { tableId: lists.tableId } };
  const view = (more: object) => call(createView, { ...views, body: { name: "V", type: "grid", ...more } });
  const [filtered, sorted] = [await view({ filter }), await view({ sort })];
  const edit = (expression: string) =>
    call(updateField, {
      as,
      params: { tableId: things.tableId, fieldId: things.table.fields.at(-1).id },
      body: { options: { expression } },
    });
  expect(await edit("YEAR(NOW())")).toMatchObject({ status: 200 });
  expect(refusal(await view({ filter }))).toEqual({ status: 400, paths: ["filter.filterSet[0].fieldId"] });
  expect(refusal(await view({ sort }))).toEqual({ status: 400, paths: ["sort.sortObjs[0].fieldId"] });
  const params = { tableId: lists.tableId, viewId: filtered.body.id };
  const again = await call(filterView, { as, params, body: { filter } });
  expect(refusal(again)).toEqual({ status: 400, paths: ["filter.filterSet[0].fieldId"] });
  // not more than the filter would let through
  expect((await list({ viewId: filtered.body.id })).body.records).toEqual([]);
  expect((await list({ viewId: sorted.body.id })).body.records).toHaveLength(2);
});

test("copies, repeated requests, tags, exports and the trash", async () => {
  const { as, lists, params, list, record, one } = await aWorld(
    [{ type: "number", name: "N" }],
    [
      { Name: "a", N: 1 },
      { Name: "b", N: 2 },
    ],
  );
  const at = { ...params, recordId: record.id };
  const cells = { "N manyOne": 1, "N manyMany": [1, 2], "Name manyMany": ["a", "b"] };
  expect(record.fields).toMatchObject(cells);
  const copy = await call(duplicateRecord, { as, params: at, body: {} });
  expect(copy).toMatchObject({ status: 201 });
  expect((await list()).body.records[2].fields).toMatchObject(cells);

  const headers = { "idempotency-key": crypto.randomUUID() };
  const body = { records: [{ fields: { Name: "again", manyMany: [one] } }] };
  const first = await call(createRecords, { as, params, body, headers });
  const again = await call(createRecords, { as, params, body, headers });
  expect(first.body.records[0].fields).toMatchObject({ "N manyMany": [1] });
  expect(again.body).toEqual(first.body);

  const shown = await call(getRecord, { as, params: at });
  const change = { record: { fields: { Name: "other", manyMany: [one] } } };
  const ifMatch = { "if-match": shown.headers["etag"] as string };
  const changed = await call(updateRecord, { as, params: at, body: change, headers: ifMatch });
  expect(changed).toMatchObject({ status: 200, body: { fields: { "N manyMany": [1] } } });
  const late = await call(updateRecord, { as, params: at, body: change, headers: ifMatch });
  expect(late.status).toBe(412);

  const csv = await call(exportTable, { as, params });
  const { bytes } = await atAddress(csv.headers["location"] ?? "");
  expect(bytes.toString()).toContain("a, b");
  await call(deleteListedRecords, { as, params, body: { recordIds: [record.id] } });
  await tellNews();
  const [item] = await recordItems({ as }, lists.tableId);
  expect((await bringBack(item?.id ?? "", { as })).status).toBeLessThan(300);
  expect((await call(getRecord, { as, params: at })).body.fields).toMatchObject({
    ...{ Name: "other", "N manyOne": 1, "N manyMany": [1] },
  });
});
