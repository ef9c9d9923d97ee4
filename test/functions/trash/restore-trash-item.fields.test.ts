import { expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as deleteFields } from "#functions/field/delete-fields";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as resetTrashItems } from "#functions/trash/reset-trash-items";
import { handler as createView } from "#functions/view/create-view";
import { handler as filterView } from "#functions/view/filter-view";
import { handler as getView } from "#functions/view/get-view";
import { clearDue } from "#lib/data/cleanup/clear-due";
import { itemsWith, runJobsOf } from "#test/support/events/jobs";
import { linkTo, twoTables } from "#test/support/makers/links";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { bringBack, trashedIn } from "./support.ts";

async function aSheet() {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name", id: "fldName000000000001" },
      { type: "number", name: "Count", unique: true },
      { type: "singleSelect", name: "Status", options: { choices: [{ name: "open" }] } },
      { type: "formula", name: "Same", options: { expression: "{fldName000000000001}" } },
    ],
    records: [{ fields: { Name: "a", Count: 1, Status: "open" } }, { fields: { Name: "b", Count: 2 } }],
  });
  const { owner: as, tableId } = made;
  const params = { tableId };
  const idOf = (i: number): string => made.table.fields[i].id;
  const remove = (i: number) => call(deleteField, { as, params: { ...params, fieldId: idOf(i) } });
  const items = () => trashedIn({ as }, tableId);
  const restore = async () => {
    const item = (await items()).find(({ resourceType }) => resourceType === "field");
    return bringBack(item?.id as string, { as });
  };
  const fields = async () => (await call(listFields, { as, params })).body;
  const cells = async () =>
    (await call(listRecords, { as, params })).body.records.map(
      ({ fields: cells }: { fields: object }) => cells,
    );
  const make = (values: object) =>
    call(createRecords, { as, params, body: { records: [{ fields: values }] } });
  const write = (i: number, values: object) =>
    call(updateRecord, {
      as,
      params: { tableId, recordId: made.table.records[i].id },
      body: { record: { fields: values } },
    });
  return { ...made, as, params, idOf, remove, items, restore, fields, cells, make, write };
}

test("201: a field comes back with its cells and its rules, once", async () => {
  const { as, idOf, remove, items, restore, fields, cells, make, write, table } = await aSheet();
  const [before, shown] = [await fields(), await cells()];
  expect((await remove(1)).status).toBe(200);
  expect(await fields()).toHaveLength(3);
  const [item] = await items();
  expect(item).toMatchObject({ resourceType: "field", resourceIds: [idOf(1)], name: "Count" });
  await write(0, { Name: "a2" });
  await make({ Name: "new" });
  const answer = { status: 201, body: { resourceType: "field", resourceIds: [idOf(1)] } };
  expect(await restore()).toMatchObject(answer);
  expect(await bringBack(item?.id as string, { as })).toMatchObject(answer);
  expect(await fields()).toEqual(before);
  expect(await cells()).toEqual([
    { ...shown[0], Name: "a2", Same: "a2" },
    shown[1],
    { Name: "new", Same: "new" },
  ]);
  expect((await make({ Count: 2 })).status).toBe(400);
  expect((await write(0, { Count: 7 })).status).toBe(200);
  expect((await make({ Count: 1 })).status).toBe(201);
  expect(table.fields[1].unique).toBe(true);
});

test("201: several at once; a formula that used one works again; taken names get a number", async () => {
  const made = await aSheet();
  const { as, params, idOf, items, restore, fields, cells } = made;
  const before = await cells();
  const add = async (expression: string) =>
    (
      await call(createField, {
        as,
        params,
        body: { type: "formula", name: "Twice", options: { expression } },
      })
    ).body;
  await add(`{${idOf(1)}} * 2`);
  const query = { "fieldIds[]": [idOf(1), idOf(2)] };
  expect((await call(deleteFields, { as, params, query })).status).toBe(200);
  expect((await fields()).find(({ name }: { name: string }) => name === "Twice").hasError).toBe(true);
  await call(createField, { as, params, body: { type: "longText", name: "Count" } });
  expect((await items())[0]?.resourceIds).toEqual([idOf(1), idOf(2)]);
  expect((await restore()).status).toBe(201);
  const names = (await fields()).map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["Count", "Count 2", "Status", "Twice"]));
  const { Count, ...first } = before[0];
  expect((await cells())[0]).toEqual({ ...first, "Count 2": Count, Twice: 2 });
  expect((await fields()).find(({ name }: { name: string }) => name === "Twice")).not.toHaveProperty(
    "hasError",
  );
});

test("201: views have its column, filter and sort again, unless they were changed since", async () => {
  const { as, params, tableId, idOf, remove, restore } = await aSheet();
  const filter = { conjunction: "and", filterSet: [{ fieldId: idOf(2), operator: "is", value: "open" }] };
  const sort = { sortObjs: [{ fieldId: idOf(2), order: "desc" }] };
  const columnMeta = { [idOf(2)]: { width: 321, order: 0.5 } };
  const body = { type: "grid", name: "V", filter, sort, columnMeta };
  const view = (await call(createView, { as, params, body })).body;
  const other = (await call(createView, { as, params, body: { ...body, name: "W" } })).body;
  const read = async (viewId: string) => (await call(getView, { as, params: { tableId, viewId } })).body;
  const [one, two] = [await read(view.id), await read(other.id)];
  await remove(2);
  expect(await read(view.id)).not.toHaveProperty("filter");
  const changed = { conjunction: "and", filterSet: [{ fieldId: idOf(1), operator: "isGreater", value: 1 }] };
  await call(filterView, { as, params: { tableId, viewId: other.id }, body: { filter: changed } });
  await restore();
  const { lastModifiedTime: _, ...rest } = one;
  expect(await read(view.id)).toMatchObject(rest);
  expect(await read(other.id)).toMatchObject({ columnMeta: two.columnMeta, sort: two.sort, filter: changed });
});

test("201: a converted field, with records that were written and deleted meanwhile", async () => {
  const { as, params, idOf, remove, restore, cells, write, table, make } = await aSheet();
  await call(convertField, {
    as,
    params: { ...params, fieldId: idOf(1) },
    body: { type: "longText", unique: true },
  });
  await write(0, { Count: "one" });
  await remove(1);
  await write(0, { Name: "x" });
  await call(deleteRecord, { as, params: { ...params, recordId: table.records[1].id } });
  expect((await restore()).status).toBe(201);
  expect((await cells())[0]).toMatchObject({ Name: "x", Count: "one" });
  expect((await make({ Count: "2.00" })).status).toBe(201);
});

test("404: the trash was emptied, and a job clears the cells; likewise when its time is over", async () => {
  inProcessOnly("jobs and schedules run here");
  for (const isEmptied of [true, false]) {
    const made = await aSheet();
    const { as, tableId, idOf, remove, items, cells } = made;
    const jobId = (await remove(1)).body.jobId;
    expect(jobId).toMatch(/^job/);
    await runJobsOf(made);
    const [item] = await items();
    if (isEmptied) await call(resetTrashItems, { as, query: { resourceId: tableId } });
    else await clearDue(new Date(Date.now() + 31 * 24 * 3_600_000).toISOString());
    await runJobsOf(made);
    expect((await bringBack(item?.id as string, { as })).status).toBe(404);
    expect((await cells())[0]).not.toHaveProperty("Count");
    const left = await itemsWith(idOf(1));
    const kinds = left
      .map(({ entity }) => entity)
      .filter((entity) => !/^(history|image|linkNote)/.test(entity));
    expect(kinds.filter((entity) => entity !== "deletion" && entity !== "job")).toEqual(["bygoneField"]);
  }
});

test("403: a token that may not create fields, an editor; 404: somebody else", async () => {
  const made = await aSheet();
  await made.remove(1);
  const id = (await made.items())[0]?.id as string;
  const token = await aToken(made.owner.userId, { scopes: ["table|trash_update", "record|delete"] });
  expect((await bringBack(id, { as: { token } })).status).toBe(403);
  expect((await bringBack(id, { as: await aMember(made.baseId, "editor") })).status).toBe(403);
  expect((await bringBack(id, { as: (await aTable()).owner })).status).toBe(404);
});

test("201: lookups, rollups and what is made of them come back", async () => {
  const { films, people } = await twoTables({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "Count" },
    ],
  });
  const { owner: as, tableId } = films;
  const params = { tableId };
  const link = await linkTo(films, people);
  const add = async (body: object): Promise<{ id: string }> =>
    (await call(createField, { as, params, body })).body;
  const lookupOptions = {
    foreignTableId: people.tableId,
    linkFieldId: link.id,
    lookupFieldId: people.table.fields[1].id,
  };
  const lookup = await add({ type: "number", isLookup: true, name: "L", lookupOptions });
  const rollup = await add({
    type: "rollup",
    name: "R",
    options: { expression: "sum({values})" },
    lookupOptions,
  });
  await add({ type: "formula", name: "F", options: { expression: `{${rollup.id}} * 2` } });
  const made = await call(createRecords, {
    as,
    params: { tableId: people.tableId },
    body: { records: [{ fields: { Name: "Ada", Count: 7 } }] },
  });
  const records = [{ fields: { Name: "x", [link.name]: [{ id: made.body.records[0].id }] } }];
  await call(createRecords, { as, params, body: { records } });
  const cells = async () => (await call(listRecords, { as, params })).body.records[0].fields;
  const fields = async () => (await call(listFields, { as, params })).body;
  const [before, shown] = [await cells(), await fields()];
  expect(before).toMatchObject({ L: [7], R: 7, F: 14 });
  const query = { "fieldIds[]": [lookup.id, rollup.id] };
  expect((await call(deleteFields, { as, params, query })).status).toBe(200);
  expect(await cells()).not.toHaveProperty("F");
  const [item] = await trashedIn({ as }, tableId);
  expect((await bringBack(item?.id as string, { as })).status).toBe(201);
  expect(await cells()).toEqual(before);
  expect(await fields()).toEqual(shown);
});
