/* Bodies that would block or break the process if their size were not checked first. */
import { expect, test } from "vitest";
import { handler as createTable } from "#functions/table/create-table";
import { aBase, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const owner = await someone();
const { baseId } = await aBase(owner);
const create = (body: unknown) => call(createTable, { as: owner, params: { baseId }, body });
const text = { type: "singleLineText", name: "Text" };
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));

test.each<[string, object, string]>([
  [
    "a default value of 150,000 unknown people",
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

test("400: choices with more unknown members than a function call may have arguments", async () => {
  const choices = Array.from({ length: 50 }, (_, i) => ({ name: `${i}`, ...keys(5000) }));
  const { status, body } = await create({ fields: [{ type: "singleSelect", options: { choices } }] });
  expect({ status, total: body.data.total }).toEqual({ status: 400, total: 250_000 });
});

test("400: a filter of nearly half a million unknown members", async () => {
  const filterSet = Array.from({ length: 45 }, () => ({ fieldId: "x", ...keys(9000) }));
  const view = { type: "grid", filter: { conjunction: "and", filterSet } };
  const { status, body } = await create({ views: [view] });
  expect({ status, path: body.data.issues[0].path }).toEqual({
    status: 400,
    path: "views[0].filter.filterSet[0].operator",
  });
});

test("400: for an icon of megabytes the message has the size only", async () => {
  expect(refusal(await create({ icon: "📦x".repeat(700_000) }))).toEqual({ status: 400, paths: ["icon"] });
});

test("201: 500 fields, 50 views and 300 records in one commit", async () => {
  const fields = Array.from({ length: 500 }, (_, i) => ({ ...text, name: `F${i}`, unique: i === 0 }));
  const views = Array.from({ length: 50 }, () => ({ type: "grid" }));
  const records = Array.from({ length: 300 }, (_, i) => ({ fields: { F0: `${i}`, F499: "x" } }));
  const { status, body } = await create({ fields, views, records });
  expect(status).toBe(201);
  expect([body.fields, body.views, body.records].map(({ length }) => length)).toEqual([500, 50, 300]);
});

test("400: more passwords than one call may hash; 201: the maximum", async () => {
  const views = Array.from({ length: 60 }, () => ({ type: "grid", shareMeta: { password: "open sesame" } }));
  const answer = await create({ views: [{ type: "grid" }, ...views], records: [] });
  expect(answer.body.data.issues).toHaveLength(55);
  expect(answer.body.data.issues[0]).toEqual({
    path: "views[6].shareMeta.password",
    message: "at most 5 views with a password per call",
  });
  expect((await create({ views: views.slice(0, 5), records: [] })).status).toBe(201);
});

test("413: a response over 4 MB, which is not built further", async () => {
  const names = Array.from({ length: 500 }, (_, i) => `${i}`.padEnd(255, "x"));
  const options = { choices: names.map((name) => ({ name })), defaultValue: names };
  const tags = Array(5).fill({ type: "multipleSelect", options });
  const { status, body } = await create({ fields: [text, ...tags], records: Array(80).fill({ fields: {} }) });
  expect({ status, message: body.message }).toEqual({
    status: 413,
    message: expect.stringMatching(/would have at least 4\d{6} bytes; the limit is 4194304/),
  });
});

test("a person who repeats in a default value counts once; the people are at most as many as a cell holds", async () => {
  const people = (count: number) => Array.from({ length: count }, (_, i) => `usr${`${i}`.padStart(16, "0")}`);
  const withDefault = (defaultValue: unknown) =>
    create({ fields: [text, { type: "user", options: { isMultiple: true, defaultValue } }], records: [] });
  const { body } = await withDefault(Array(1000).fill("me"));
  expect(body.fields[1].options.defaultValue).toEqual(["me"]);
  expect((await withDefault(people(1001))).body.data.issues).toEqual([
    {
      path: "fields[1].options.defaultValue",
      message: 'must be "me", the id of a user, or an array of at most 1000 of these',
    },
  ]);
});
