/* Filters of views, links and lookups that name choices, after these are renamed and in copies of tables. */
import { expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as duplicateTable } from "#functions/table/duplicate-table";
import { handler as createView } from "#functions/view/create-view";
import { handler as getView } from "#functions/view/get-view";
import { aLinkNamed, overLink } from "#test/support/makers/actions";
import { call } from "#test/support/requests/call";
import { twoOf } from "./titles-support.ts";

const choices = [
  { id: "choAaaaaaaaaa", name: "todo" },
  { id: "choBbbbbbbbbb", name: "done" },
];
const by = (fieldId: string, value: unknown = ["todo"], operator = "hasAnyOf") => ({
  filter: { conjunction: "and", filterSet: [{ fieldId, operator, value }] },
});

test("a choice is renamed: a view of the same table that filters by a lookup of it follows", async () => {
  const { A, as, calm, add, edit, make } = await twoOf();
  const sel = await add(A, { type: "singleSelect", name: "Sel", options: { choices } });
  const own = await add(A, aLinkNamed("Own", A, { isOneWay: true }));
  const lookup = await add(A, {
    type: "singleSelect",
    isLookup: true,
    name: "Of",
    ...overLink(own, A, sel.id),
  });
  const params = { tableId: A.tableId };
  const view = await call(createView, { as, params, body: { name: "V", type: "grid", ...by(lookup.id) } });
  expect(view.status).toBe(201);
  const [a] = await make(A, [{ Name: "a", Sel: "todo" }]);
  await make(A, [{ Name: "b", Own: [{ id: a }] }]);
  const names = async () =>
    (await call(listRecords, { as, params, query: { viewId: view.body.id } })).body.records.map(
      (record: { fields: { Name: string } }) => record.fields.Name,
    );
  expect(await names()).toEqual(["b"]);
  await edit(A, sel.id, { options: { choices: [{ ...choices[0], name: "open" }, choices[1]] } });
  await calm();
  expect(
    (await call(getView, { as, params: { ...params, viewId: view.body.id } })).body.filter.filterSet[0].value,
  ).toEqual(["open"]);
  expect(await names()).toEqual(["b"]);
});

test("a choice is renamed: a view of the table of the field that filters by a lookup of a lookup of it follows", async () => {
  const { A, B, as, calm, add, edit, make, find } = await twoOf();
  const sel = await add(A, { type: "singleSelect", name: "Sel", options: { choices } });
  const link = await add(B, aLinkNamed("LA", A));
  const there = await add(B, {
    type: "singleSelect",
    isLookup: true,
    name: "Of",
    ...overLink(link, A, sel.id),
  });
  const back = await find(A, "B");
  const lookup = await add(A, {
    type: "singleSelect",
    isLookup: true,
    name: "Back",
    ...overLink(back, B, there.id),
  });
  const params = { tableId: A.tableId };
  const view = await call(createView, { as, params, body: { name: "V", type: "grid", ...by(lookup.id) } });
  const [a] = await make(A, [{ Name: "a", Sel: "todo" }]);
  await make(B, [{ Name: "b", LA: [{ id: a }] }]);
  await edit(A, sel.id, { options: { choices: [{ ...choices[0], name: "open" }, choices[1]] } });
  await calm();
  const names = (await call(listRecords, { as, params, query: { viewId: view.body.id } })).body.records.map(
    (record: { fields: { Name: string } }) => record.fields.Name,
  );
  expect(names).toEqual(["a"]);
});

test("a copy of a table: the filter of its lookup over its own records names its own fields", async () => {
  const { A, as, add } = await twoOf();
  const sel = await add(A, { type: "singleSelect", name: "Sel", options: { choices } });
  const own = await add(A, aLinkNamed("Own", A, { isOneWay: true, ...by(sel.id, "todo", "is") }));
  const nameId = A.table.fields[0].id;
  await add(A, {
    type: "singleLineText",
    isLookup: true,
    name: "K",
    ...overLink(own, A, nameId, by(sel.id, "todo", "is")),
  });
  const copy = await call(duplicateTable, {
    as,
    params: { baseId: A.baseId, tableId: A.tableId },
    body: { name: "Copy", includeRecords: true },
  });
  expect(copy.status).toBe(201);
  const fields = (await call(listFields, { as, params: { tableId: copy.body.id } })).body;
  const of = (n: string) => fields.find((field: { name: string }) => field.name === n);
  expect(of("Own").options.foreignTableId).toBe(copy.body.id);
  expect(of("Own").options.filter.filterSet[0].fieldId).toBe(of("Sel").id);
  expect(of("K").lookupOptions.filter.filterSet[0].fieldId).toBe(of("Sel").id);
  expect(of("K").lookupOptions.lookupFieldId).toBe(of("Name").id);
  expect(of("K").hasError).toBeUndefined();
});
