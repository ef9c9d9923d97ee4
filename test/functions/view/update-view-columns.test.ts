import { expect, test } from "vitest";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as updateColumns } from "#functions/view/update-view-columns";
import { aFieldId } from "#test/support/makers/ids";
import { aTable } from "#test/support/makers/makers";
import { viewsOf } from "#test/support/makers/views";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const [title, count, due] = [aFieldId(), aFieldId(), aFieldId()];
const table = await aTable({
  fields: [
    { type: "singleLineText", id: title },
    { type: "number", id: count },
    { type: "date", id: due },
  ],
});
const views = viewsOf(table);
const put = (id: string, body: unknown) => views.ask(updateColumns, id, body);
const of = (fieldId: string, columnMeta: unknown) => ({ fieldId, columnMeta });

test("200: members that are sent replace those of the column; null removes one; other columns stay", async () => {
  const { id } = await views.create({
    type: "grid",
    columnMeta: { [count]: { order: 5, width: 100, statisticFunc: "sum" } },
  });
  const changes = [of(count, { width: 240, hidden: true, statisticFunc: null }), of(title, { order: 0.5 })];
  expect(await put(id, changes)).toMatchObject({ status: 200, body: "" });
  const columns = {
    [title]: { order: 0.5 },
    [count]: { order: 5, width: 240, hidden: true },
    [due]: { order: 2 },
  };
  expect((await views.get(id)).columnMeta).toEqual(columns);
  await put(id, [of(count, { width: null, hidden: null })]);
  expect((await views.get(id)).columnMeta).toEqual({ ...columns, [count]: { order: 5 } });
});

test("200: a form may hide its primary field, and require others", async () => {
  const { id } = await views.create({ type: "form" });
  await put(id, [of(title, { visible: false }), of(count, { visible: true, required: true })]);
  expect((await views.get(id)).columnMeta).toMatchObject({
    [title]: { visible: false },
    [count]: { visible: true, required: true },
  });
});

test("200: a form has questions and help of its own; null takes them away", async () => {
  const { id } = await views.create({ type: "form" });
  await put(id, [of(title, { question: "Who are you?", help: "As in your passport." })]);
  expect((await views.get(id)).columnMeta[title]).toEqual({
    order: 0,
    question: "Who are you?",
    help: "As in your passport.",
  });
  await put(id, [of(title, { question: null, help: null })]);
  expect((await views.get(id)).columnMeta[title]).toEqual({ order: 0 });
  const long = "a".repeat(1001);
  expect((await put(id, [of(title, { question: long, help: long })])).status).toBe(400);
});

test("200: concurrent changes of columns are all applied", async () => {
  const { id } = await views.create({ type: "grid" });
  await Promise.all([title, count, due].map((field, i) => put(id, [of(field, { width: 50 + i })])));
  const { columnMeta } = await views.get(id);
  expect([title, count, due].map((field) => columnMeta[field]?.width)).toEqual([50, 51, 52]);
});

test.each<[string, string, unknown, string[]]>([
  ["not a list", "grid", {}, [""]],
  ["an empty list", "grid", [], [""]],
  ["no columnMeta", "grid", [{ fieldId: title }], ["[0].columnMeta"]],
  ["no field", "grid", [of(title, {}), of("fldNone", { width: 1 })], ["[1].fieldId"]],
  ["a field named constructor", "grid", [of("constructor", { width: 1 })], ["[0].fieldId"]],
  ["a repeated field", "grid", [of(title, {}), of(title, {})], ["[0].fieldId", "[1].fieldId"]],
  ["no order", "grid", [of(title, { order: null })], ["[0].columnMeta.order"]],
  ["an invalid width", "grid", [of(title, { width: 0 })], ["[0].columnMeta.width"]],
  ["an unknown member", "grid", [of(title, { x: 1 })], ["[0].columnMeta.x"]],
  [
    "a statistic of another type",
    "grid",
    [of(due, { statisticFunc: "sum" })],
    ["[0].columnMeta.statisticFunc"],
  ],
  ["hiding the primary field", "grid", [of(title, { hidden: true })], ["[0].columnMeta.hidden"]],
  [
    "hiding the primary field of a kanban",
    "kanban",
    [of(title, { visible: false })],
    ["[0].columnMeta.visible"],
  ],
  ["hiding the primary field by null", "gallery", [of(title, { visible: null })], ["[0].columnMeta.visible"]],
])("400: %s; no column is changed", async (_, type, body, paths) => {
  const before = await views.create({ type });
  expect(refusal(await put(before.id, body))).toEqual({ status: 400, paths });
  expect(await views.get(before.id)).toEqual(before);
});

const whole = { order: 7, width: 90, hidden: true, visible: true, required: true, statisticFunc: "sum" };

test.each(["grid", "kanban", "gallery", "calendar", "form"])(
  "200, 201: the columns of a %s take every member, when it is created and later",
  async (type) => {
    const made = await views.create({ type, columnMeta: { [count]: whole } });
    expect(made.columnMeta[count]).toEqual(whole);
    const later = await views.create({ type });
    await put(later.id, [of(count, whole)]);
    expect((await views.get(later.id)).columnMeta[count]).toEqual(whole);
  },
);

test.each([
  ["grid", { hidden: true, visible: true }, { visible: false }],
  ["kanban", { visible: false, hidden: false }, { visible: true, hidden: true }],
  ["form", { visible: false, hidden: false }, { hidden: true }],
])("a %s hides fields by its own member: %j, not %j", async (type, hides, shows) => {
  const shown = { visible: true };
  const columnMeta = { [title]: shown, [count]: hides, [due]: { ...shown, ...shows } };
  const { id: viewId } = await views.create({ type, columnMeta });
  const { body } = await call(listFields, {
    as: table.owner,
    params: { tableId: table.tableId },
    query: { viewId, filterHidden: "true" },
  });
  expect(body.map(({ id }: { id: string }) => id)).toEqual([title, due]);
});
