/* What is refused of lookups and rollups, with its place; and what becomes of them when something is gone. */
import { beforeAll, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createTable } from "#functions/table/create-table";
import { handler as deleteTable } from "#functions/table/delete-table";
import type { Someone } from "#test/support/makers/makers";
import { aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

type Table = Awaited<ReturnType<typeof aTable>>;
let things: Table;
let lists: Table;
let link: { id: string };
const idIn = ({ table }: Table, name: string): string =>
  table.fields.find((field: { name: string }) => field.name === name).id;

const create = (body: object, as: { token: string } = lists.owner, { tableId } = lists) =>
  call(createField, { as, params: { tableId }, body });
const unknownField = "fld4mSa1Cw6nZ8tQ0Yh";

beforeAll(async () => {
  things = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "Price" },
      { type: "button", name: "Push", options: { label: "Push", color: "teal" } },
    ],
  });
  lists = await aTable({ fields: [{ type: "singleLineText", name: "Name" }] }, things.owner, things);
  const options = { relationship: "manyMany", foreignTableId: things.tableId };
  link = (await create({ type: "link", name: "Things", options })).body;
});

const looking = (more = {}) => ({
  foreignTableId: things.tableId,
  linkFieldId: link.id,
  lookupFieldId: idIn(things, "Price"),
  ...more,
});
const lookup = (more = {}, options = {}) => ({
  type: "number",
  isLookup: true,
  lookupOptions: looking(options),
  ...more,
});

test.each<[string, () => object, string[]]>([
  ["nothing to look up", () => ({ type: "number", isLookup: true }), ["lookupOptions"]],
  ["null", () => lookup({ lookupOptions: null }), ["lookupOptions"]],
  ["an unknown link field", () => lookup({}, { linkFieldId: unknownField }), ["lookupOptions.linkFieldId"]],
  [
    "a field that is no link",
    () => lookup({}, { linkFieldId: idIn(lists, "Name") }),
    ["lookupOptions.linkFieldId"],
  ],
  [
    "another table than that of the link",
    () => lookup({}, { foreignTableId: lists.tableId }),
    ["lookupOptions.foreignTableId"],
  ],
  ["no id of a table", () => lookup({}, { foreignTableId: "x" }), ["lookupOptions.foreignTableId"]],
  ["an unknown field", () => lookup({}, { lookupFieldId: unknownField }), ["lookupOptions.lookupFieldId"]],
  [
    "a button",
    () => lookup({ type: "button" }, { lookupFieldId: idIn(things, "Push") }),
    ["lookupOptions.lookupFieldId"],
  ],
  ["an unknown member", () => lookup({}, { colour: 1 }), ["lookupOptions.colour"]],
  ["another type", () => lookup({ type: "singleLineText" }), ["type"]],
  ["an unknown type", () => lookup({ type: "magic" }), ["type"]],
  [
    "an option of the looked-up field",
    () => lookup({ options: { defaultValue: 1 } }),
    ["options.defaultValue"],
  ],
  [
    "a formatting of another kind",
    () => lookup({ options: { formatting: { date: "YYYY", time: "None", timeZone: "UTC" } } }),
    ["options.formatting.type"],
  ],
  [
    "a filter of another table",
    () =>
      lookup(
        {},
        { filter: { conjunction: "and", filterSet: [{ fieldId: link.id, operator: "is", value: 1 }] } },
      ),
    ["lookupOptions.filter.filterSet[0].fieldId"],
  ],
  [
    "a filter that is none",
    () => lookup({}, { filter: { filterSet: 3 } }),
    ["lookupOptions.filter.conjunction", "lookupOptions.filter.filterSet"],
  ],
  ["unique", () => lookup({ unique: true }), ["unique"]],
  ["lookupOptions of another field", () => ({ type: "number", lookupOptions: looking() }), ["lookupOptions"]],
  [
    "a rollup without an expression",
    () => ({ type: "rollup", lookupOptions: looking() }),
    ["options.expression"],
  ],
  [
    "a rollup by another function",
    () => ({ type: "rollup", options: { expression: "median({values})" }, lookupOptions: looking() }),
    ["options.expression"],
  ],
  [
    "a rollup of more than {values}",
    () => ({ type: "rollup", options: { expression: "sum({values}) + 1" }, lookupOptions: looking() }),
    ["options.expression"],
  ],
])("400: %s", async (_, body, paths) => {
  expect(refusal(await create(body()))).toEqual({ status: 400, paths });
});

test("400 for a table that the caller cannot read, as for one that there is not; editors may not make fields", async () => {
  const stranger = await someone();
  const theirs = await aTable({}, stranger);
  const answer = await create(lookup({}, { foreignTableId: theirs.tableId }));
  expect(refusal(answer)).toEqual({ status: 400, paths: ["lookupOptions.foreignTableId"] });
  expect((await create(lookup(), await aMember(lists.baseId, "editor"))).status).toBe(403);
  expect((await create(lookup(), stranger)).status).toBe(404);
});

test("a table with a link to itself, a lookup, a rollup and a formula that use each other, by ids that are sent", async () => {
  const [parent, cost, children, below] = [
    "fldParent0000000001",
    "fldCost000000000001",
    "fldChildren00000001",
    "fldBelow0000000001x",
  ].map((id) => id.slice(0, 19)) as [string, string, string, string];
  const body = {
    name: "Parts",
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "formula", name: "All", options: { expression: `{${cost}} + {${below}}` } },
      {
        id: below,
        type: "rollup",
        name: "Below",
        options: { expression: "sum({values})" },
        lookupOptions: { foreignTableId: "self", linkFieldId: children, lookupFieldId: cost },
      },
      { id: cost, type: "number", name: "Cost" },
      { id: parent, type: "singleLineText", name: "Spare" },
      {
        id: children,
        type: "link",
        name: "Children",
        options: { relationship: "manyMany", foreignTableId: "self" },
      },
    ],
    records: [],
  };
  const { owner: as, baseId } = lists;
  const made = await call(createTable, { as, params: { baseId }, body });
  expect(made).toMatchObject({ status: 201 });
  const params = { tableId: made.body.id };
  const write = (records: object[]) => call(createRecords, { as, params, body: { records } });
  const [leaf] = (await write([{ fields: { Name: "leaf", Cost: 2 } }])).body.records;
  await write([{ fields: { Name: "root", Cost: 3, Children: [{ id: leaf.id }] } }]);
  const { records } = (await call(listRecords, { as, params })).body;
  const cells = records.map(({ fields: { Name, Below, All } }: { fields: Record<string, unknown> }) => [
    Name,
    Below,
    All,
  ]);
  expect(cells).toEqual([
    ["leaf", 0, 2],
    ["root", 2, 5],
  ]);

  // the cost of all parts below is that of the part itself, in a circle
  const circle = await call(createTable, {
    as,
    params: { baseId },
    body: {
      ...body,
      name: "Round",
      fields: body.fields.map((field) =>
        field.id === below
          ? {
              ...field,
              lookupOptions: { foreignTableId: "self", linkFieldId: children, lookupFieldId: below },
            }
          : field,
      ),
    },
  });
  expect(circle.status).toBe(400);
  expect(circle.body.message).toContain("depends on itself");
});

test("what is gone leaves an error and empty cells; what comes back heals them", async () => {
  const { owner: as } = things;
  const here = await aTable({ fields: [{ type: "singleLineText", name: "Name" }] }, as, things);
  const there = await aTable(
    {
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "number", name: "Price" },
      ],
      records: [{ fields: { Name: "a", Price: 2 } }],
    },
    as,
    things,
  );
  const add = async (body: object) => (await create(body, as, here)).body;
  const linked = await add({
    type: "link",
    name: "Link",
    options: { relationship: "manyMany", foreignTableId: there.tableId },
  });
  const lookupOptions = {
    foreignTableId: there.tableId,
    linkFieldId: linked.id,
    lookupFieldId: idIn(there, "Price"),
  };
  const price = await add({ type: "number", name: "Price", isLookup: true, lookupOptions });
  const sum = await add({
    type: "rollup",
    name: "Sum",
    options: { expression: "sum({values})" },
    lookupOptions,
  });
  const twice = await add({ type: "formula", name: "Twice", options: { expression: `2 * {${sum.id}}` } });
  const params = { tableId: here.tableId };
  const record = { fields: { Name: "x", Link: [{ id: there.table.records[0].id }] } };
  await call(createRecords, { as, params, body: { records: [record] } });
  const cells = async () => {
    const { Price, Sum, Twice } = (await call(listRecords, { as, params })).body.records[0].fields;
    return { Price, Sum, Twice };
  };
  const errors = async () =>
    (await call(listFields, { as, params })).body
      .filter(({ hasError }: { hasError?: true }) => hasError)
      .map(({ name }: { name: string }) => name);
  expect(await cells()).toEqual({ Price: [2], Sum: 2, Twice: 4 });
  expect(await errors()).toEqual([]);

  await call(deleteTable, { as, params: { baseId: there.baseId, tableId: there.tableId } });
  expect((await errors()).sort()).toEqual(expect.arrayContaining(["Price", "Sum"]));
  expect(await cells()).toMatchObject({ Price: undefined, Sum: undefined });

  await call(deleteField, { as, params: { ...params, fieldId: linked.id } });
  expect(await errors()).toEqual(expect.arrayContaining(["Price", "Sum"]));
  for (const { id } of [price, sum, twice])
    expect(
      (await call(updateField, { as, params: { ...params, fieldId: id }, body: { description: "old" } }))
        .status,
    ).toBe(200);
  expect((await call(getField, { as, params: { ...params, fieldId: price.id } })).status).toBe(200);
});

test("a circle over two tables is refused where it would close", async () => {
  const { owner: as } = things;
  const one = await aTable({ fields: [{ type: "singleLineText", name: "Name" }] }, as, things);
  const two = await aTable({ fields: [{ type: "singleLineText", name: "Name" }] }, as, things);
  const add = async (table: Table, body: object) => {
    const answer = await create(body, as as Someone, table);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };
  const forth = await add(one, {
    type: "link",
    name: "Two",
    options: { relationship: "manyMany", foreignTableId: two.tableId },
  });
  const end = await add(two, { type: "formula", name: "End", options: { expression: "1" } });
  const up = await add(one, {
    type: "rollup",
    name: "Up",
    options: { expression: "sum({values})" },
    lookupOptions: { foreignTableId: two.tableId, linkFieldId: forth.id, lookupFieldId: end.id },
  });
  const back = await add(two, {
    type: "rollup",
    name: "Back",
    options: { expression: "sum({values})" },
    lookupOptions: {
      foreignTableId: one.tableId,
      linkFieldId: forth.options.symmetricFieldId,
      lookupFieldId: up.id,
    },
  });
  const params = { tableId: two.tableId, fieldId: end.id };
  const answer = await call(updateField, {
    as,
    params,
    body: { options: { expression: `{${back.id}} + 1` } },
  });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["options.expression"] });
  expect(answer.body.message).toContain("depends on itself");
});
