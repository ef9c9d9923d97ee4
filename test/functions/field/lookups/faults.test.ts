/* Lookups and rollups while what they are made of goes, comes back and changes its kind. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { bringBack, trashTable } from "#test/functions/trash/support";
import { runJobsOf } from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const text = (name: string) => ({ type: "singleLineText", name });

/** Lists with a link to things, each of which has a formula Twice of its number. */
async function aWorld(relationship = "manyMany", count = 2) {
  const things = await aTable({
    fields: [text("Name"), { type: "number", name: "N" }],
    records: Array.from({ length: count }, (_, i) => ({ fields: { Name: `t${i}`, N: i + 1 } })),
  });
  const lists = await aTable({ fields: [text("Name")] }, things.owner, things);
  const { owner: as } = things;
  const add = async ({ tableId }: { tableId: string }, body: object) => {
    const answer = await call(createField, { as, params: { tableId }, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body as { id: string };
  };
  const n = things.table.fields[1].id as string;
  const twice = await add(things, { type: "formula", name: "Twice", options: { expression: `{${n}} * 2` } });
  const options = { relationship, foreignTableId: things.tableId };
  const link = await add(lists, { type: "link", name: "Things", options });
  const looks = (lookupFieldId: string) => ({
    lookupOptions: { foreignTableId: things.tableId, linkFieldId: link.id, lookupFieldId },
  });
  const rollup = (name: string, id: string, expression: string) =>
    add(lists, { type: "rollup", name, options: { expression }, ...looks(id) });
  const lookup = (name: string, type: string, id: string) =>
    add(lists, { type, name, isLookup: true, ...looks(id) });
  const params = { tableId: lists.tableId };
  const ids = things.table.records.map(({ id }: { id: string }) => ({ id }));
  const fill = async (cell: unknown) => {
    const records = [{ fields: { Name: "all", Things: cell } }];
    expect(await call(createRecords, { as, params, body: { records } })).toMatchObject({ status: 201 });
  };
  const shown = async (query: Record<string, string> = {}) => {
    const answer = await call(listRecords, { as, params, query });
    expect(answer).toMatchObject({ status: 200 });
    return answer.body.records[0]?.fields;
  };
  const change = ({ tableId }: { tableId: string }, { id }: { id: string }, body: object) =>
    call(updateField, { as, params: { tableId, fieldId: id }, body });
  const field = async ({ id }: { id: string }) =>
    (await call(getField, { as, params: { ...params, fieldId: id } })).body;
  return { as, things, lists, n, twice, link, ids, add, rollup, lookup, fill, shown, change, field };
}

test("a formula over a rollup is whole again when the other table is back, also if its own table changed meanwhile", async () => {
  const { as, things, lists, n, ids, add, rollup, fill, shown, change, field } = await aWorld();
  const sum = await rollup("Sum", n, "sum({values})");
  const half = await add(lists, {
    type: "formula",
    name: "Half",
    options: { expression: `ROUND({${sum.id}} / 2)` },
  });
  const own = await add(lists, { type: "formula", name: "Own", options: { expression: "1" } });
  await fill(ids);
  expect(await shown()).toMatchObject({ Sum: 3, Half: 2 });
  const params = { baseId: things.baseId, tableId: things.tableId };
  const trashId = await trashTable({ as }, params);
  expect(await shown()).not.toHaveProperty("Sum");
  expect((await change(lists, own, { options: { expression: "2" } })).status).toBeLessThan(300);
  await add(lists, { type: "formula", name: "More", options: { expression: "3" } });
  expect(await field(sum)).toMatchObject({ hasError: true });
  const back = await bringBack(trashId, { as });
  expect(back.status).toBeLessThan(300);
  await runJobsOf(things, lists);
  expect(await shown()).toMatchObject({ Sum: 3, Half: 2, Own: 2, More: 3 });
  expect(await field(half)).not.toHaveProperty("hasError");
});

test("a looked-up formula that gives another kind, and back: all that is made of it follows", async () => {
  const { things, lists, n, twice, ids, add, rollup, lookup, fill, shown, change } = await aWorld();
  await lookup("Seen", "formula", twice.id);
  const top = await rollup("Top", twice.id, "max({values})");
  const all = await rollup("All", twice.id, "concatenate({values})");
  await add(lists, { type: "formula", name: "Plus", options: { expression: `{${top.id}} + 1` } });
  await add(lists, { type: "formula", name: "Shout", options: { expression: `{${all.id}} & "!"` } });
  await fill(ids);
  const before = await shown();
  expect(before).toMatchObject({ Seen: [2, 4], Top: 4, Plus: 5 });
  for (const expression of [`"x" & {${n}}`, `{${n}} > 1`, "CREATED_TIME()"]) {
    expect((await change(things, twice, { options: { expression } })).status).toBeLessThan(300);
    await shown();
    // something in the own table is compiled meanwhile
    await add(lists, { type: "formula", name: `F${expression.length}`, options: { expression: "1" } });
    await shown();
  }
  expect((await change(things, twice, { options: { expression: `{${n}} * 2` } })).status).toBeLessThan(300);
  expect(await shown()).toMatchObject(before);
});

test("250 links in a cell: all of them are looked up, through a link of the other side too", async () => {
  const { n, ids, rollup, lookup, fill, shown, twice } = await aWorld("manyMany", 250);
  await lookup("Ns", "number", n);
  await rollup("Count", n, "countall({values})");
  await rollup("Sum", twice.id, "sum({values})");
  await fill(ids);
  const fields = await shown();
  expect(fields).toMatchObject({ Count: 250, Sum: 250 * 251 });
  expect(fields.Ns).toHaveLength(250);
});

test("the relationship of the link changes, and back", async () => {
  const { things, lists, link, n, ids, rollup, lookup, fill, shown, change, field } = await aWorld();
  const ns = await lookup("Ns", "number", n);
  await rollup("Sum", n, "sum({values})");
  await fill(ids);
  const to = async (relationship: string, isOneWay: boolean) => {
    const options = { relationship, isOneWay, foreignTableId: things.tableId };
    expect((await change(lists, link, { options })).status).toBeLessThan(300);
    const during = await shown();
    await runJobsOf(lists, things);
    return [during, await shown()];
  };
  for (const cells of await to("manyMany", true)) expect(cells).toMatchObject({ Ns: [1, 2], Sum: 3 });
  const [, one] = await to("manyOne", true);
  expect(one).toMatchObject({ Ns: 1, Sum: 1 });
  expect(await field(ns)).not.toHaveProperty("isMultipleCellValue");
  const [, many] = await to("oneMany", false);
  expect(many).toMatchObject({ Ns: [1], Sum: 1 });
});

test("a lookup whose filter lost its field shows nothing: without the filter it would show what it must leave out", async () => {
  const { as, things, lists, link, n, ids, add, fill, shown, field } = await aWorld();
  const open = await add(things, { type: "number", name: "Level" });
  const filter = { conjunction: "and", filterSet: [{ fieldId: open.id, operator: "isGreater", value: 5 }] };
  const lookupOptions = { foreignTableId: things.tableId, linkFieldId: link.id, lookupFieldId: n, filter };
  const ns = await add(lists, { type: "number", name: "Ns", isLookup: true, lookupOptions });
  await fill(ids);
  expect(await shown()).not.toHaveProperty("Ns");
  await call(deleteField, { as, params: { tableId: things.tableId, fieldId: open.id } });
  expect(await shown()).not.toHaveProperty("Ns");
  expect(await field(ns)).toMatchObject({ hasError: true });
});

test("a cell whose choice was removed counts as empty", async () => {
  const { as, things, ids, add, rollup, fill, shown, change } = await aWorld();
  const choices = [{ name: "red" }, { name: "blue" }];
  const pick = await add(things, { type: "singleSelect", name: "Pick", options: { choices } });
  for (const [i, { id }] of ids.entries()) {
    const body = { record: { fields: { Pick: choices[i]?.name } } };
    await call(updateRecord, { as, params: { tableId: things.tableId, recordId: id }, body });
  }
  await rollup("Picked", pick.id, "counta({values})");
  await fill(ids);
  expect(await shown()).toMatchObject({ Picked: 2 });
  expect((await change(things, pick, { options: { choices: [{ name: "blue" }] } })).status).toBe(200);
  expect(await shown()).toMatchObject({ Picked: 1 });
});

test("a lookup whose field is gone still says how its link relates the tables", async () => {
  const { as, things, twice, lookup, rollup, field } = await aWorld();
  const made = [await lookup("Looked", "formula", twice.id), await rollup("Sum", twice.id, "sum({values})")];
  await call(deleteField, { as, params: { tableId: things.tableId, fieldId: twice.id } });
  for (const each of made)
    expect(await field(each)).toMatchObject({ hasError: true, lookupOptions: { relationship: "manyMany" } });
});
