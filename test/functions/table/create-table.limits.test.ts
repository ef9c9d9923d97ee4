/* Bodies that would keep a machine busy, or break it, if nobody looked at their size first. */
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

test("400: of an icon of megabytes only the size is told", async () => {
  expect(refusal(await create({ icon: "📦x".repeat(700_000) }))).toEqual({ status: 400, paths: ["icon"] });
});

test("201: 500 fields, 50 views and 300 records in one act", async () => {
  const fields = Array.from({ length: 500 }, (_, i) => ({ ...text, name: `F${i}`, unique: i === 0 }));
  const views = Array.from({ length: 50 }, () => ({ type: "grid" }));
  const records = Array.from({ length: 300 }, (_, i) => ({ fields: { F0: `${i}`, F499: "x" } }));
  const { status, body } = await create({ fields, views, records });
  expect(status).toBe(201);
  expect([body.fields, body.views, body.records].map(({ length }) => length)).toEqual([500, 50, 300]);
});

test("400: more passwords than are hashed in one call; 201: as many", async () => {
  const views = Array.from({ length: 60 }, () => ({ type: "grid", shareMeta: { password: "open sesame" } }));
  const answer = await create({ views: [{ type: "grid" }, ...views], records: [] });
  expect(answer.body.data.issues).toHaveLength(55);
  expect(answer.body.data.issues[0]).toEqual({
    path: "views[6].shareMeta.password",
    message: "is one of more than 5 passwords in one request",
  });
  expect((await create({ views: views.slice(0, 5), records: [] })).status).toBe(201);
});

test("413: an answer over 4 MB, of which no more is made", async () => {
  const names = Array.from({ length: 500 }, (_, i) => `${i}`.padEnd(255, "x"));
  const options = { choices: names.map((name) => ({ name })), defaultValue: names };
  const tags = Array(5).fill({ type: "multipleSelect", options });
  const { status, body } = await create({ fields: [text, ...tags], records: Array(80).fill({ fields: {} }) });
  expect({ status, message: body.message }).toEqual({
    status: 413,
    message: expect.stringMatching(/would have 4\d{6} bytes or more, the limit is 4194304/),
  });
});

test("of a default each person counts once, and there are not more than a cell holds", async () => {
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
