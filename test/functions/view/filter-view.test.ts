import { expect, test } from "vitest";
import { handler as filterView } from "#functions/view/filter-view";
import { aSheet } from "#test/functions/record/support/records";
import { aFieldId } from "#test/support/makers/ids";
import { aTable } from "#test/support/makers/makers";
import { viewsOf } from "#test/support/makers/views";
import { refusal } from "#test/support/requests/refusal";

const [title, count, go] = [aFieldId(), aFieldId(), aFieldId()];
const { table, ...made } = await aTable({
  fields: [
    { type: "singleLineText", id: title },
    { type: "number", id: count },
    { type: "button", id: go, options: { label: "Go", color: "teal" } },
  ],
});
const views = viewsOf(made);
const id: string = table.defaultViewId;
const item = (fieldId: string, operator: string, value: unknown) => ({ fieldId, operator, value });
const filter = {
  conjunction: "or",
  filterSet: [
    item(title, "contains", "x"),
    { conjunction: "and", filterSet: [item(count, "isGreater", 3), item(title, "isEmpty", null)] },
  ],
};

test("200: the view has the filter; another replaces it; null removes it", async () => {
  expect(await views.ask(filterView, id, { filter })).toMatchObject({ status: 200, body: "" });
  expect((await views.get(id)).filter).toEqual(filter);
  const other = { conjunction: "and", filterSet: [] };
  await views.ask(filterView, id, { filter: other });
  expect((await views.get(id)).filter).toEqual(other);
  expect((await views.ask(filterView, id, {})).body.message).toContain("filter: is missing");
  await views.ask(filterView, id, { filter: null });
  expect(await views.get(id)).not.toHaveProperty("filter");
});

const first = "filter.filterSet[0]";
const of = (...filterSet: unknown[]) => ({ filter: { conjunction: "and", filterSet } });

test.each<[string, object, string[]]>([
  ["nothing", {}, ["filter"]],
  ["no field", of(item("fldNone", "is", 1)), [`${first}.fieldId`]],
  ["a button", of(item(go, "is", 1)), [`${first}.fieldId`]],
  ["an operator of another type", of(item(title, "isGreater", "x")), [`${first}.operator`]],
  ["a value of another type", of(item(count, "is", "x")), [`${first}.value`]],
  ["no value", of({ fieldId: title, operator: "isEmpty" }), [`${first}.value`]],
  ["an unknown member", of({ ...item(title, "is", "x"), y: 1 }), [`${first}.y`]],
  [
    "all errors, two levels down",
    of(item("fldA", "is", 1), { conjunction: "or", filterSet: [item(count, "contains", 1)] }),
    [`${first}.fieldId`, "filter.filterSet[1].filterSet[0].operator"],
  ],
])("400: %s", async (_, body, paths) => {
  expect(refusal(await views.ask(filterView, id, body))).toEqual({ status: 400, paths });
});

test("200: a view names a choice that is not there yet: it matches nothing, its negation everything; a request's filter is a 400", async () => {
  const sheet = await aSheet({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "singleSelect", name: "One", options: { choices: [{ name: "a" }] } },
      { type: "multipleSelect", name: "Some", options: { choices: [{ name: "a" }] } },
    ],
  });
  await sheet.create([{ Name: "with", One: "a", Some: ["a"] }, { Name: "without" }]);
  const viewId: string = sheet.table.defaultViewId;
  const inSheet = viewsOf(sheet);
  const found = async (...filterSet: unknown[]) => {
    expect(await inSheet.ask(filterView, viewId, of(...filterSet))).toMatchObject({ status: 200 });
    return (await sheet.list({ viewId })).body.records.map(({ name }: { name: string }) => name);
  };
  expect(await found(item("One", "isNot", "later"))).toEqual(["with", "without"]);
  expect(await found(item("Some", "hasNoneOf", ["later"]))).toEqual(["with", "without"]);
  expect(await found(item("Some", "hasAnyOf", ["later", "a"]))).toEqual(["with"]);
  expect(await found(item("Some", "hasAnyOf", ["later"]))).toEqual([]);
  expect(await found(item("One", "is", "later"))).toEqual([]);
  await sheet.create([{ Name: "new", One: "later" }], { typecast: true });
  expect((await sheet.list({ viewId })).body.records).toMatchObject([{ name: "new" }]);
  const { filter } = of(item("One", "is", "never"));
  expect(refusal(await sheet.list({ filter: JSON.stringify(filter) }))).toEqual({
    status: 400,
    paths: [`${first}.value`],
  });
});
