/* Bodies that would keep a machine busy, or break it, if nobody looked at their size first. */
import { expect, test } from "vitest";
import { handler as createTable } from "#functions/table/create-table";
import { call } from "#test/support/call";
import { aBase, someone } from "#test/support/makers";
import { refusal } from "#test/support/refusal";

const owner = await someone();
const { baseId } = await aBase(owner);
const create = (body: unknown) => call(createTable, { as: owner, params: { baseId }, body });
const text = { type: "singleLineText", name: "Text" };
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));

test.each<[string, object, string]>([
  [
    "a default of 150,000 people who are nobody",
    { fields: [text, { type: "user", options: { defaultValue: Array(150_000).fill("x") } }] },
    "fields[1].options.defaultValue",
  ],
  ["300,000 unknown options", { fields: [{ ...text, options: keys(300_000) }] }, "fields[0].options"],
  [
    "300,000 unknown members of a filter",
    { views: [{ type: "grid", filter: keys(300_000) }] },
    "views[0].filter",
  ],
  ["300,000 columns", { views: [{ type: "grid", columnMeta: keys(300_000) }] }, "views[0].columnMeta"],
])("400: %s", async (_, body, path) => {
  expect(refusal(await create(body))).toEqual({ status: 400, paths: [path] });
});

test("400: choices with more unknown members than one call of a function has arguments", async () => {
  const choices = Array.from({ length: 50 }, (_, i) => ({ name: `${i}`, ...keys(5000) }));
  const { status, body } = await create({ fields: [{ type: "singleSelect", options: { choices } }] });
  expect({ status, total: body.data.total }).toEqual({ status: 400, total: 250_000 });
});

test("400: a filter of nearly half a million members that are unknown", async () => {
  const filterSet = Array.from({ length: 45 }, () => ({ fieldId: "x", ...keys(9000) }));
  const view = { type: "grid", filter: { conjunction: "and", filterSet } };
  const { status, body } = await create({ views: [view] });
  expect({ status, path: body.data.issues[0].path }).toEqual({
    status: 400,
    path: "views[0].filter.filterSet[0].operator",
  });
});

test("400: an icon of a million emoji", async () => {
  expect(refusal(await create({ icon: "📦".repeat(900_000) }))).toEqual({ status: 400, paths: ["icon"] });
});
