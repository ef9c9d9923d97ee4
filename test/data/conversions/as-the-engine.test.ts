/* Cells that the API converts are those of the pure engine, and the preview counts what the conversion then does to them. */
import { beforeAll, describe, expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as previewConversion } from "#functions/field/preview-conversion";
import { handler as listRecords } from "#functions/record/list-records";
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import { oneLine } from "#lib/engine/field-types/shared/text";
import { typeNamed } from "#test/engine/field-types/support";
import { context, hostileDates, hostileNumbers, hostileWords } from "#test/engine/support/awkward";
import { convertColumn } from "#test/engine/support/conversions";
import { aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { everyOf, isWhole } from "#test/support/run/sample";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

type Kind = { field: { type: string; options?: object }; cells: unknown[] };

const texts = [...hostileNumbers, ...hostileDates, ...hostileWords];
// "now" is the time of the call
const lines = [...new Set(texts.map(oneLine))].filter((text) => text !== "" && text !== "now");
const number = (formatting: object, cells: unknown[]) => ({
  field: { type: "number", options: { formatting } },
  cells,
});
const date = (pattern: string, time: string, timeZone: string) => ({
  field: { type: "date", options: { formatting: { date: pattern, time, timeZone } } },
  cells: [
    "2024-03-31T01:00:00.000Z",
    "2024-10-27T00:30:00.000Z",
    "2024-04-02T22:00:00.000Z",
    "2024-02-29T12:34:56.789Z",
    "1970-01-01T00:00:00.000Z",
  ],
});
const select = (type: string, names: string[], cells: unknown[]) => ({
  field: { type, options: { choices: names.map((name) => ({ name })), preventAutoNewOptions: true } },
  cells,
});
const some = lines.filter((_, i) => i % 2 === 0);
const numbers = [0, 1, 5, 7, 1.5, 0.05, 1234, 1.234, -5, 1e-7, 1e21, 2024, 1.575, 3.6];

const kinds: Record<string, Kind> = {
  "one line": { field: { type: "singleLineText" }, cells: lines },
  "numbers of a column": { field: { type: "longText" }, cells: ["12,5", "1.234", "(5)", "1/2"] },
  "days of a column": { field: { type: "longText" }, cells: ["03/04/2024", "31/12/2024", "2024-02-30"] },
  percent: number({ type: "percent", precision: 1 }, numbers),
  currency: number({ type: "currency", precision: 2, symbol: "€" }, numbers),
  rating: {
    field: { type: "rating", options: { icon: "star", color: "redBright", max: 8 } },
    cells: [1, 5, 8],
  },
  stars: { field: { type: "rating", options: { icon: "star", color: "redBright", max: 5 } }, cells: [1, 5] },
  checkbox: { field: { type: "checkbox" }, cells: [true] },
  "days in Berlin": date("D/M/YYYY", "None", "Europe/Berlin"),
  "times in New York": date("MMM D, YYYY", "HH:mm", "America/New_York"),
  "single select": select("singleSelect", some, some),
  "multiple select": select("multipleSelect", some, [
    ...some.map((name) => [name]),
    some.slice(0, 2),
    some.slice(40, 43),
  ]),
};
const names = Object.keys(kinds);

describe.each(names)("from %s", (from) => {
  const others = names.filter((name) => name !== from);
  test.each(isWhole ? others : everyOf(others, 4, names.indexOf(from)))("to %s", async (to) => {
    const [{ field, cells: values }, into] = [kinds[from] as Kind, kinds[to] as Kind];
    const owner = await someone();
    const made = await aTable(
      {
        fields: [
          { type: "singleLineText", name: "N" },
          { ...field, name: "F" },
        ],
        records: values.map((F) => ({ fields: { F } })),
      },
      owner,
    );
    const params = { tableId: made.tableId, fieldId: made.table.fields[1].id };
    const { options } = made.table.fields[1];
    const was = { type: typeNamed(field.type), options };
    const cellOf = (value: unknown) => was.type.read(value, options, context) as StoredCell;
    const target = typeNamed(into.field.type);
    const wanted = {
      type: target,
      options: target.options.parse(into.field.options ?? target.initialOptions()),
    };
    const nobody = { ...context, people: { byId: () => undefined, byText: () => undefined } };
    const { become, cells, isChanged } = convertColumn({ ...was, cells: values.map(cellOf) }, wanted, nobody);

    const preview = await call(previewConversion, { as: owner, params, body: into.field });
    expect(preview.status).toBe(200);
    expect(preview.body).toMatchObject({
      cells: values.length,
      emptied: cells.filter((cell) => cell === undefined).length,
      changed: cells.filter((cell, i) => cell !== undefined && isChanged(cellOf(values[i]), cell)).length,
    });
    expect((await call(convertField, { as: owner, params, body: into.field })).status).toBe(200);
    const { body } = await call(listRecords, {
      as: owner,
      params: { tableId: made.tableId },
      query: { take: "1000" },
    });
    const shown = cells.map((cell) =>
      cell === undefined || cell === false ? null : become.type.json(cell, become.options, nobody),
    );
    expect(body.records.map(({ fields }: { fields: { F?: unknown } }) => fields.F ?? null)).toEqual(shown);
  });
});
