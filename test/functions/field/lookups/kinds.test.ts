/* A lookup of every kind of cell, through a link to one record and through one to many. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as aggregateRecords } from "#functions/aggregation/aggregate-records";
import { handler as createField } from "#functions/field/create-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

type Table = Awaited<ReturnType<typeof aTable>>;
interface Shown {
  id: string;
  name: string;
  type: string;
  [member: string]: unknown;
}

const day = { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" };
const sources: Record<string, { field: object; cells: unknown[]; shown?: unknown[]; texts: string[] }> = {
  text: { field: { type: "singleLineText" }, cells: ["a", "b"], texts: ["a", "b"] },
  long: { field: { type: "longText" }, cells: ["a\nb", "c"], texts: ["a\nb", "c"] },
  percent: {
    field: { type: "number", options: { formatting: { type: "percent", precision: 1 } } },
    cells: [0.25, 1],
    texts: ["25.0%", "100.0%"],
  },
  rating: { field: { type: "rating" }, cells: [3, 5], texts: ["3", "5"] },
  done: { field: { type: "checkbox" }, cells: [true, true], texts: ["true", "true"] },
  day: {
    field: { type: "date", options: { formatting: day } },
    cells: ["2024-03-30T00:00:00.000Z", "2024-04-01T00:00:00.000Z"],
    texts: ["2024-03-30", "2024-04-01"],
  },
  choice: {
    field: { type: "singleSelect", options: { choices: [{ name: "red" }, { name: "blue" }] } },
    cells: ["red", "blue"],
    texts: ["red", "blue"],
  },
  choices: {
    field: { type: "multipleSelect", options: { choices: [{ name: "red" }, { name: "blue" }] } },
    cells: [["red", "blue"], ["blue"]],
    texts: ["red, blue", "blue"],
  },
  number: { field: { type: "autoNumber" }, cells: [], shown: [1, 2], texts: ["1", "2"] },
};
const names = Object.keys(sources);

let things: Table;
let lists: Table;
const links: Record<string, string> = {};
const lookups = new Map<string, Shown>();

async function add(body: object): Promise<Shown> {
  const answer = await call(createField, { as: lists.owner, params: { tableId: lists.tableId }, body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

beforeAll(async () => {
  const record = (i: number) => ({
    fields: Object.fromEntries([
      ["Name", `thing ${i}`],
      ...names.flatMap((name) =>
        sources[name]?.cells[i] === undefined ? [] : [[name, sources[name].cells[i]]],
      ),
    ]),
  });
  things = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      ...names.map((name) => ({ name, ...sources[name]?.field })),
    ],
    records: [record(0), record(1)],
  });
  lists = await aTable({ fields: [{ type: "singleLineText", name: "Name" }] }, things.owner, things);
  for (const relationship of ["manyOne", "manyMany"]) {
    const link = await add({
      ...{ type: "link", name: relationship },
      options: { relationship, foreignTableId: things.tableId },
    });
    links[relationship] = link.id;
    for (const name of names) {
      const source = things.table.fields.find((field: Shown) => field.name === name);
      const lookup = await add({
        ...{ type: source.type, name: `${name} ${relationship}`, isLookup: true },
        lookupOptions: { foreignTableId: things.tableId, linkFieldId: link.id, lookupFieldId: source.id },
      });
      lookups.set(`${name} ${relationship}`, lookup);
    }
  }
  const [one, two] = things.table.records.map(({ id }: { id: string }) => ({ id }));
  const body = {
    records: [
      { fields: { Name: "full", manyOne: one, manyMany: [one, two] } },
      { fields: { Name: "empty" } },
    ],
  };
  const made = await call(createRecords, { as: lists.owner, params: { tableId: lists.tableId }, body });
  expect(made).toMatchObject({ status: 201 });
});

const list = async (query: Record<string, string> = {}) => {
  const answer = await call(listRecords, { as: lists.owner, params: { tableId: lists.tableId }, query });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.records as { fields: Record<string, unknown> }[];
};

describe.each(names)("%s", (name) => {
  const { cells, shown = cells, texts } = sources[name] as (typeof sources)[string];

  test("cells and texts", async () => {
    const [full, empty] = await list();
    expect(full?.fields[`${name} manyOne`]).toEqual(shown[0]);
    expect(full?.fields[`${name} manyMany`]).toEqual(shown.flat());
    expect(empty?.fields).toEqual({ Name: "empty" });
    const [text] = await list({ cellFormat: "text" });
    expect(text?.fields[`${name} manyOne`]).toBe(texts[0]);
    expect(text?.fields[`${name} manyMany`]).toBe(texts.join(", "));
  });

  test("filled and empty cells are found, sorted, grouped, searched and counted", async () => {
    for (const relationship of ["manyOne", "manyMany"]) {
      const { id } = lookups.get(`${name} ${relationship}`) as Shown;
      const filter = (operator: string, value: unknown = null) =>
        JSON.stringify({ conjunction: "and", filterSet: [{ fieldId: id, operator, value }] });
      const found = async (query: Record<string, string>) =>
        (await list(query)).map(({ fields }) => fields["Name"]);
      const [filled, empty] =
        name === "done"
          ? [filter("is", true), filter("is", false)]
          : [filter("isNotEmpty"), filter("isEmpty")];
      expect(await found({ filter: filled })).toEqual(["full"]);
      expect(await found({ filter: empty })).toEqual(["empty"]);
      expect(await found({ orderBy: JSON.stringify([{ fieldId: id, order: "desc" }]) })).toEqual([
        "full",
        "empty",
      ]);
      expect(await found({ groupBy: JSON.stringify([{ fieldId: id, order: "asc" }]) })).toEqual([
        "empty",
        "full",
      ]);
      const counted = await call(aggregateRecords, {
        as: lists.owner,
        params: { tableId: lists.tableId },
        query: { field: JSON.stringify({ [id]: ["count"] }) },
      });
      expect(counted).toMatchObject({ status: 200 });
    }
  });

  test("the field says what it is", async () => {
    for (const relationship of ["manyOne", "manyMany"]) {
      const { id } = lookups.get(`${name} ${relationship}`) as Shown;
      const params = { tableId: lists.tableId, fieldId: id };
      const field = (await call(getField, { as: lists.owner, params })).body;
      const isList = relationship === "manyMany" || name === "choices";
      expect(field).toMatchObject({ isLookup: true, isComputed: true, lookupOptions: { relationship } });
      expect(field.isMultipleCellValue).toBe(isList ? true : undefined);
      if (isList) expect(field.dbFieldType).toBe("JSON");
    }
  });
});
