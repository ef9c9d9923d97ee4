/* Which fields the columns of a file become in the app. */
import { expect, test } from "vitest";
import type { Field } from "#lib/schemas/tables/field";
import { chooseField, columnsToSend, proposeFields } from "#lib/web/browser/import/columns";
import { aTable } from "#test/support/makers/makers";

const column = (name: string, type = "singleLineText") => ({ name, type, options: {} });

async function fieldsOf(...names: string[]): Promise<Field[]> {
  const { table } = await aTable({
    fields: [
      ...names.map((name) => ({ type: "singleLineText", name })),
      { type: "autoNumber", name: "Number" },
      { type: "button", name: "Press" },
    ],
  });
  return table.fields;
}

test("a column gets the field of its name; the same name in other letters is the next best", async () => {
  const fields = await fieldsOf("Name", "price", "Price", "Color");
  const [name, lower, upper, color] = fields.map(({ id }) => id);
  const propose = (...names: string[]) =>
    proposeFields(
      names.map((each) => column(each)),
      fields,
      true,
    );
  expect(propose("Price", "Name", "price", "COLOR")).toEqual([upper, name, lower, color]);
  // no field gets two columns, and what is not there is left out
  expect(propose("color", "Color", "COLOR", "Weight")).toEqual([null, color, null, null]);
  expect(propose("color", "COLOR")).toEqual([color, null]);
  // cells of these cannot be written
  expect(propose("Number", "Press")).toEqual([null, null]);
  expect(proposeFields([null, column("Name")], fields, true)).toEqual([null, name]);
});

test("without names in the file the fields come in their order", async () => {
  const fields = await fieldsOf("Name", "Price");
  const columns = ["Column 1", "Column 2", "Column 3"].map((each) => column(each));
  expect(proposeFields(columns, fields, false)).toEqual([fields[0]?.id, fields[1]?.id, null]);
});

test("a field that is chosen for a column is taken from the other one", () => {
  expect(chooseField(["a", "b", null], 2, "a")).toEqual([null, "b", "a"]);
  expect(chooseField(["a", "b", null], 0, null)).toEqual([null, "b", null]);
});

test("options and the decimal separator are sent only with the type that they were guessed for", () => {
  const formatting = { type: "decimal" as const, precision: 2 };
  const price = { name: "Price", type: "number", options: { formatting }, decimal: "," as const };
  const columns = [column("Name"), price, null, column("Note")];
  const choice = (name: string, type: string, isTaken = true) => ({ name, type, isTaken });
  const choices = [
    choice("Fruit", "singleLineText"),
    choice("Price", "number"),
    null,
    choice("Note", "x", false),
  ];
  const sent = [{ name: "Fruit", type: "singleLineText", options: {} }, { ...price }, null];
  expect(columnsToSend(columns, choices)).toEqual([...sent, null]);
  expect(columnsToSend(columns, choices, { withAll: true })).toEqual([...sent, { name: "Note", type: "x" }]);
  expect(columnsToSend(columns, [null, choice("Price", "singleLineText"), null, null])).toEqual([
    null,
    { name: "Price", type: "singleLineText" },
    null,
    null,
  ]);
});
