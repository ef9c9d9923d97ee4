/* What is one thing stays one: a title, day, number, choice or person with a comma becomes one choice, however the field is converted. */
import { beforeAll, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as previewConversion } from "#functions/field/preview-conversion";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

const primary = { type: "singleLineText", name: "N" };
const titles = ["Smith, John", '"Q"', "Ann"];

async function aLink(relationship: string) {
  const people = await aTable({ fields: [primary], records: titles.map((N) => ({ fields: { N } })) });
  const { owner, baseId, tableId: foreignTableId } = people;
  const [smith, quoted, ann] = people.table.records.map(({ id }: { id: string }) => ({ id }));
  const isMany = relationship === "manyMany";
  const cells = isMany ? [[smith], [smith, ann], [quoted]] : [smith, ann, quoted];
  return aTable(
    {
      fields: [primary, { type: "link", name: "F", options: { relationship, foreignTableId } }],
      records: cells.map((F) => ({ fields: { F } })),
    },
    owner,
    { baseId, owner } as never,
  );
}

type Made = Awaited<ReturnType<typeof aTable>>;

/** The preview, and the cells afterwards: read, and written again. */
async function convert({ owner: as, tableId, table }: Made, body: object) {
  const params = { tableId, fieldId: table.fields[1].id };
  const { cells, emptied, changed } = (await call(previewConversion, { as, params, body })).body;
  expect((await call(convertField, { as, params, body })).status).toBe(200);
  const list = async () =>
    (await call(listRecords, { as, params: { tableId } })).body.records.map(
      ({ fields }: { fields: { F?: unknown } }) => fields.F ?? null,
    );
  const read = await list();
  const records = table.records.map(({ id }: { id: string }) => ({ id, fields: { N: "written" } }));
  expect((await call(updateRecords, { as, params: { tableId }, body: { records } })).status).toBe(200);
  expect(await list()).toEqual(read);
  return { counts: [cells, emptied, changed], read };
}

test.each(["manyMany", "oneMany", "manyOne"])(
  "200: titles of %s links become choices, each as a whole",
  async (relationship) => {
    const isOne = relationship === "manyOne";
    const made = await aLink(relationship === "oneMany" ? "manyMany" : relationship);
    const { counts, read } = await convert(made, { type: "multipleSelect" });
    expect(read).toEqual([["Smith, John"], isOne ? ["Ann"] : ["Smith, John", "Ann"], ['"Q"']]);
    expect(counts).toEqual([3, 0, 0]);
  },
);

test.each(["manyMany", "manyOne"])(
  "200: the title of one %s link becomes one choice, without quotes",
  async (relationship) => {
    const { read } = await convert(await aLink(relationship), { type: "singleSelect" });
    expect(read).toEqual(["Smith, John", relationship === "manyOne" ? "Ann" : '"Smith, John", Ann', '"Q"']);
  },
);

const formatting = { date: "MMM D, YYYY", time: "None", timeZone: "UTC" };
test.each([
  ["a day", { type: "date", options: { formatting } }, "2024-10-26", "Oct 26, 2024"],
  [
    "a number",
    { type: "number", options: { formatting: { type: "currency", precision: 2, symbol: "$" } } },
    1234,
    "$1,234.00",
  ],
])("200: %s becomes one choice", async (_, field, cell, choice) => {
  const made = await aTable({
    fields: [primary, { ...field, name: "F" }],
    records: [{ fields: { F: cell } }],
  });
  const { counts, read } = await convert(made, { type: "multipleSelect" });
  expect(read).toEqual([[choice]]);
  expect(counts).toEqual([1, 0, 0]);
});

test("200: a person whose name is that of two becomes one choice, and a choice of two names no person but this one", async () => {
  const owner = await someone("Doe, Jane");
  const made = await aTable(
    { fields: [primary, { type: "user", name: "F" }], records: [{ fields: { F: { id: owner.userId } } }] },
    owner,
  );
  expect((await convert(made, { type: "multipleSelect" })).read).toEqual([[owner.name]]);
  const several = { type: "user", options: { isMultiple: true } };
  expect((await convert(made, several)).read).toMatchObject([[{ id: owner.userId }]]);
});

test("200: a text that is not exactly the name of a person stays none when it is read later", async () => {
  const owner = await someone("Ann");
  const small = owner.name.toLowerCase();
  const made = await aTable(
    {
      fields: [primary, { type: "singleLineText", name: "F" }],
      records: [owner.name, small, owner.email.toUpperCase()].map((F) => ({ fields: { F } })),
    },
    owner,
  );
  const { counts, read } = await convert(made, { type: "user", options: { isMultiple: false } });
  expect(read.map((cell: { id: string } | null) => cell?.id ?? null)).toEqual([
    owner.userId,
    null,
    owner.userId,
  ]);
  expect(counts).toEqual([3, 1, 0]);
});

test("200: a rating that is made of a text and rounded is counted as changed", async () => {
  const made = await aTable({
    fields: [primary, { type: "singleLineText", name: "F" }],
    records: ["4.6", "5", "7 of 9"].map((F) => ({ fields: { F } })),
  });
  const { counts, read } = await convert(made, {
    type: "rating",
    options: { icon: "star", color: "redBright", max: 5 },
  });
  expect(read).toEqual([5, 5, null]);
  expect(counts).toEqual([3, 1, 1]);
});

test("200: several choices are no number or day, also where their texts joined are one", async () => {
  const choices = ["Oct 26", "2024", "1"].map((name) => ({ name }));
  const made = await aTable({
    fields: [primary, { type: "multipleSelect", name: "F", options: { choices } }],
    records: [["Oct 26", "2024"], ["1"]].map((F) => ({ fields: { F } })),
  });
  const { counts, read } = await convert(made, { type: "date", options: { formatting } });
  expect(read).toEqual([null, null]);
  expect(counts).toEqual([2, 2, 0]);
});
