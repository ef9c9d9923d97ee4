/* What becomes of a formula when a field that it uses is deleted or changed. */
import { expect, test } from "vitest";
import { aFormulaTable } from "./support.ts";

test("deleting a used field: hasError, empty cells, the expression is kept; a new expression heals, over a chain", async () => {
  const table = await aFormulaTable();
  const price = table.idOf("Price");
  const double = await table.formula(`{${price}} * 2`, { name: "Double" });
  const label = await table.formula(`"= " & {${double.id}}`, { name: "Label" });
  const other = await table.formula("LEN({Name})".replace("Name", table.idOf("Name")), { name: "Other" });
  await table.add({ Name: "abc", Price: 2 });
  expect(await table.cells()).toEqual([{ Name: "abc", Price: 2, Double: 4, Label: "= 4", Other: 3 }]);

  expect((await table.remove(price)).status).toBe(200);
  expect(await table.field(double.id)).toMatchObject({
    hasError: true,
    ...{ options: double.options, isComputed: true, cellValueType: "number", dbFieldType: "REAL" },
  });
  // what uses it still compiles, and sees an empty cell
  for (const { id } of [label, other]) expect(await table.field(id)).not.toHaveProperty("hasError", true);
  expect(await table.cells()).toEqual([{ Name: "abc", Label: "= ", Other: 3 }]);

  // views and queries that name it go on
  const filter = JSON.stringify({
    conjunction: "and",
    filterSet: [{ fieldId: double.id, operator: "isGreater", value: 1 }],
  });
  expect(await table.cells({ filter })).toEqual([]);
  expect(await table.cells({ orderBy: JSON.stringify([{ fieldId: label.id, order: "asc" }]) })).toHaveLength(
    1,
  );

  // another change of a broken formula leaves its expression alone
  const shown = await table.update(double.id, { formatting: { type: "decimal", precision: 0 } });
  expect(shown.status).toBe(400);

  expect((await table.update(double.id, { expression: "21" })).status).toBe(200);
  expect(await table.field(double.id)).not.toHaveProperty("hasError", true);
  expect(await table.cells()).toEqual([{ Name: "abc", Double: 21, Label: "= 21", Other: 3 }]);
});

test("a formula that is used can be deleted; deleting it and what it uses at once is no error", async () => {
  const table = await aFormulaTable();
  const a = await table.formula("1", { name: "A" });
  const b = await table.formula(`{${a.id}} + 1`, { name: "B" });
  expect((await table.remove(a.id)).status).toBe(200);
  expect(await table.field(b.id)).toMatchObject({ hasError: true });
  expect((await table.remove(b.id)).status).toBe(200);
});

test("a new kind of a formula changes the kind of those that use it; one that no longer compiles has an error", async () => {
  const table = await aFormulaTable();
  const due = table.idOf("Due");
  const a = await table.formula("1", { name: "A" });
  const twice = await table.formula(`{${a.id}} + {${a.id}}`, { name: "Twice" });
  const half = await table.formula(`{${a.id}} / 2`, { name: "Half" });
  expect(twice).toMatchObject({ cellValueType: "number" });
  await table.add({ Due: "2024-03-30" });

  expect((await table.update(a.id, { expression: `"x"` })).status).toBe(200);
  expect(await table.field(twice.id)).toMatchObject({ cellValueType: "string", dbFieldType: "TEXT" });
  expect((await table.field(twice.id)).options).not.toHaveProperty("formatting");
  expect(await table.cells()).toEqual([{ Due: "2024-03-30T00:00:00.000Z", A: "x", Twice: "xx" }]);

  // a date can be neither halved nor added
  expect((await table.update(a.id, { expression: `{${due}}` })).status).toBe(200);
  expect(await table.field(half.id)).toMatchObject({ hasError: true });
  expect(await table.field(twice.id)).toMatchObject({ hasError: true });
  expect(await table.cells()).toEqual([{ Due: "2024-03-30T00:00:00.000Z", A: "2024-03-30T00:00:00.000Z" }]);

  expect((await table.update(a.id, { expression: "5" })).status).toBe(200);
  expect(await table.field(half.id)).not.toHaveProperty("hasError", true);
  expect(await table.cells()).toEqual([{ Due: "2024-03-30T00:00:00.000Z", A: 5, Twice: 10, Half: 2.5 }]);
});

test("a change of formatting is seen at once by formulas that take the text", async () => {
  const table = await aFormulaTable();
  const due = table.idOf("Due");
  await table.formula(`{${due}} & ""`, { name: "Text" });
  await table.add({ Due: "2024-03-30T12:00:00.000Z" });
  const formatting = { date: "D.M.YYYY", time: "HH:mm", timeZone: "Asia/Tokyo" };
  expect((await table.update(due, { formatting })).status).toBe(200);
  expect(await table.cells()).toEqual([{ Due: "2024-03-30T12:00:00.000Z", Text: "30.3.2024 21:00" }]);
});
