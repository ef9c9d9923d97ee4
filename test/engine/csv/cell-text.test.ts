import { expect, test } from "vitest";
import { numberText, readCellText } from "#lib/engine/csv/cell-text";
import { Refusal } from "#lib/engine/field-types/shared/field-type";

test("digits with something between them are no number, of which somebody would make one up", () => {
  for (const text of ["1 2", "1\n2", "555 1234", "5(3)", "£5€6", "1$2", "1,234 567", "(-5)", "--5", "12 %%"])
    expect([text, numberText(text, ".")]).toEqual([text, undefined]);
  for (const text of ["$-5", "-$5", "- 5", "EUR -5", "-5 €", "(5)", "( $5 )"])
    expect([text, numberText(text, ".")]).toEqual([text, "-5"]);
});

test("a rating that there is not is told, instead of the nearest one", () => {
  const field = { type: "rating", options: { icon: "star", color: "redBright", max: 5 } } as never;
  expect(readCellText(field, " 4 ", ".")).toBe(4);
  expect(readCellText(field, "", ".")).toBeUndefined();
  for (const text of ["9", "4.6", "0", "-1"])
    expect(readCellText(field, text, ".")).toMatchObject({
      message: `"${text}" must be a whole number from 1 to 5`,
    });
  expect(readCellText(field, "good", ".")).toBeInstanceOf(Refusal);
});
