/* Options of lookups and rollups that do not fit what is looked up, and ids of other tables: a 400 with path and message. */
import { beforeAll, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createTable } from "#functions/table/create-table";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

type Table = Awaited<ReturnType<typeof aTable>>;
const names = ["Name", "N", "Day", "Done", "Tags"];
const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "N" },
  { type: "date", name: "Day" },
  { type: "checkbox", name: "Done" },
  { type: "multipleSelect", name: "Tags", options: { choices: [{ name: "red" }] } },
];
let things: Table;
let lists: Table;
const ids: Record<string, string> = {};
const types: Record<string, string> = {};

const create = ({ tableId }: Table, body: object) =>
  call(createField, { as: lists.owner, params: { tableId }, body });

beforeAll(async () => {
  things = await aTable({ fields });
  for (const [i, name] of names.entries()) {
    ids[name] = things.table.fields[i].id;
    types[name] = things.table.fields[i].type;
  }
  lists = await aTable({ fields: [{ type: "singleLineText", name: "Name" }] }, things.owner, things);
  const options = { relationship: "manyMany", foreignTableId: things.tableId };
  const { body: link } = await create(lists, { type: "link", name: "Things", options });
  Object.assign(ids, { link: link.id, back: link.options.symmetricFieldId, own: lists.table.fields[0].id });
});

const looks = (of: string, more: object = {}) => ({
  lookupOptions: {
    ...{ foreignTableId: things.tableId, linkFieldId: ids["link"], lookupFieldId: ids[of] },
    ...more,
  },
});
const rollup = (expression: string, of: string, options: object = {}, more: object = {}) => ({
  ...{ type: "rollup", options: { expression, ...options }, ...looks(of, more) },
});
const lookup = (of: string, options: object = {}, more: object = {}) => ({
  ...{ type: types[of], isLookup: true, options, ...looks(of, more) },
});
const issuesOf = ({ body }: { body: { data?: { issues?: { path: string; message: string }[] } } }) =>
  body.data?.issues?.map(({ path, message }) => `${path}: ${message}`);

const functions =
  "countall counta count sum max min and or xor array_join concatenate array_unique array_compact".split(" ");
const oneOf = `a rollup is one of ${functions.map((name) => `${name}({values})`).join(", ")}`;

test.each<[string, () => object, string[]]>([
  [
    "a sum of dates",
    () => rollup("sum({values})", "Day"),
    [
      "options.expression: line 1, column 5: a number is needed here, and this is a date; for the time between two dates use DATETIME_DIFF",
    ],
  ],
  [
    "more than one function",
    () => rollup("sum({values}) / 2", "N"),
    [`options.expression: line 1, column 1: ${oneOf}`],
  ],
  [
    "another function",
    () => rollup("average({values})", "N"),
    [`options.expression: line 1, column 1: ${oneOf}`],
  ],
  [
    "a field in place of the values",
    () => rollup(`sum({${ids["N"]}})`, "N"),
    [`options.expression: line 1, column 1: ${oneOf}`],
  ],
  ["nothing", () => rollup("", "N"), [`options.expression: line 1, column 1: ${oneOf}`]],
  [
    "a formatting of text",
    () => rollup("array_join({values})", "N", { formatting: { type: "decimal", precision: 1 } }),
    ["options.formatting: must be left out: the formula gives text"],
  ],
  [
    "a formatting of a checkbox",
    () => rollup("and({values})", "Done", { showAs: { type: "url" } }),
    ["options.showAs: must be left out: the formula gives true or false"],
  ],
  [
    "a zone that does not exist",
    () => rollup("max({values})", "Day", { timeZone: "Mars/Olympus" }),
    [expect.stringMatching(/^options\.timeZone: /) as unknown as string],
  ],
  [
    "formatting of a lookup of choices",
    () => lookup("Tags", { formatting: { type: "decimal", precision: 1 } }),
    ["options.formatting: must be left out: cells of this type have none"],
  ],
  [
    "choices of a lookup",
    () => lookup("Tags", { choices: [] }),
    [expect.stringMatching(/^options\.choices: is unknown/) as unknown as string],
  ],
  [
    "a link field of the other table",
    () => lookup("N", {}, { linkFieldId: ids["back"] }),
    ["lookupOptions.linkFieldId: must be a link field of this table"],
  ],
  [
    "a field of the own table as what is looked up",
    () => lookup("N", {}, { lookupFieldId: ids["own"] }),
    [
      expect.stringMatching(
        /^lookupOptions\.lookupFieldId: is not a field of the table/,
      ) as unknown as string,
    ],
  ],
  [
    "the own table as the other one",
    () => lookup("N", {}, { foreignTableId: lists.tableId }),
    [expect.stringMatching(/^lookupOptions\.foreignTableId: must be tbl\w+, the table/) as unknown as string],
  ],
  [
    "a filter by a field of the own table",
    () =>
      lookup(
        "N",
        {},
        {
          filter: {
            conjunction: "and",
            filterSet: [{ fieldId: ids["own"], operator: "is", value: "x" }],
          },
        },
      ),
    [expect.stringMatching(/^lookupOptions\.filter\.filterSet\[0\]\.fieldId: /) as unknown as string],
  ],
  [
    "a filter with an operator of another kind",
    () =>
      lookup(
        "N",
        {},
        {
          filter: {
            conjunction: "and",
            filterSet: [{ fieldId: ids["N"], operator: "contains", value: "x" }],
          },
        },
      ),
    [
      expect.stringMatching(
        /^lookupOptions\.filter\.filterSet\[0\]\.operator: must be one of/,
      ) as unknown as string,
    ],
  ],
  [
    "no table at all",
    () => ({ ...lookup("N"), lookupOptions: { linkFieldId: ids["link"], lookupFieldId: ids["N"] } }),
    [expect.stringMatching(/^lookupOptions\.foreignTableId: /) as unknown as string],
  ],
])("400 for a new field: %s", async (_, body, issues) => {
  const answer = await create(lists, body());
  expect({ status: answer.status, issues: issuesOf(answer) }).toEqual({ status: 400, issues });
});

test("what does not fit is refused when it is changed, too, and changes nothing", async () => {
  const made = await create(lists, rollup("sum({values})", "N"));
  const seen = await create(lists, lookup("N"));
  const dates = await create(lists, rollup("max({values})", "Day"));
  const update = ({ body: { id } }: { body: { id: string } }, body: object) => {
    const params = { tableId: lists.tableId, fieldId: id };
    return call(updateField, { as: lists.owner, params, body });
  };
  for (const [field, options, path] of [
    [made, { expression: "sum({values}) + 1" }, "options.expression"],
    [made, { expression: "sum({values})", formatting: { date: "YYYY" } }, "options.formatting"],
    [dates, { expression: "sum({values})" }, "options.expression"],
    [seen, { expression: "1" }, "options.expression"],
    [seen, { formatting: { type: "decimal", precision: 9 } }, "options.formatting"],
  ] as const) {
    const answer = await update(field, { options });
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)?.every((issue) => issue.startsWith(path))).toBe(true);
    const params = { tableId: lists.tableId, fieldId: field.body.id };
    const { body } = await call(getField, { as: lists.owner, params });
    expect(body.options).toEqual(field.body.options);
  }
});

test("all faults of a new table are in one answer, each with the place of its field", async () => {
  const link = { type: "link", name: "L", id: "fldErrorsLink000000" };
  const options = { relationship: "manyMany", foreignTableId: things.tableId };
  const lookupOptions = { ...looks("N").lookupOptions, linkFieldId: link.id };
  const body = {
    fields: [
      { type: "singleLineText", name: "Name" },
      { ...link, options },
      { type: "singleLineText", name: "A", isLookup: true, lookupOptions },
      { type: "rollup", name: "B", options: { expression: "mean({values})" }, lookupOptions },
      { type: "formula", name: "C", options: { expression: "SUMM(1)" } },
    ],
  };
  const { owner: as, baseId } = lists;
  const answer = await call(createTable, { as, params: { baseId }, body });
  expect(answer.status).toBe(400);
  expect(issuesOf(answer)).toEqual([
    "fields[2].type: must be number, the type of the field that is looked up",
    `fields[3].options.expression: line 1, column 1: ${oneOf}`,
    "fields[4].options.expression: line 1, column 1: no function is called SUMM; did you mean SUM?",
  ]);
});
