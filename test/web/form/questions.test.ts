/* The questions of a form: the app asks for the fields that the engine asks for, and writes the order that a person made. */
import { describe, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as listFields } from "#functions/field/list-fields";
import { readSchema } from "#lib/data/schema/table-schema";
import { fieldTypeNames } from "#lib/engine/field-types/index";
import { askedFor } from "#lib/engine/views/shared-view";
import type { Field } from "#lib/schemas/tables/field";
import type { ColumnMeta } from "#lib/schemas/tables/view";
import {
  askChanges,
  askedIn,
  isRequired,
  movedTo,
  notAsked,
  orderChanges,
  placeAt,
  whyNever,
  wordsOf,
} from "#lib/web/browser/form/questions";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const choices = [{ name: "one" }];
const plain = fieldTypeNames
  .filter((type) => !["formula", "rollup", "link"].includes(type))
  .map((type) => ({ type, name: type, ...(/Select$/.test(type) && { options: { choices } }) }));

test("the app and the engine ask for the same fields, in the same order, whatever their columns say", async () => {
  const formula = { type: "formula", name: "sum", options: { expression: "1 + 1" } };
  const { owner: as, baseId, spaceId, tableId } = await aTable({ fields: [...plain, formula] });
  const other = await aTable({}, as, { baseId, spaceId });
  const params = { tableId };
  const link = await call(createField, {
    as,
    params,
    body: { type: "link", options: { relationship: "manyMany", foreignTableId: other.tableId } },
  });
  const lookup = {
    lookupFieldId: other.table.fields[0].id,
    foreignTableId: other.tableId,
    linkFieldId: link.body.id,
  };
  const rollup = { type: "rollup", options: { expression: "countall({values})" }, lookupOptions: lookup };
  expect((await call(createField, { as, params, body: rollup })).status).toBe(201);
  const looked = { type: "singleLineText", isLookup: true, lookupOptions: lookup };
  expect((await call(createField, { as, params, body: looked })).status).toBe(201);
  const shown: Field[] = (await call(listFields, { as, params })).body;
  const { fields } = await readSchema(tableId);
  expect(new Set(shown.map(({ type }) => type)).size).toBe(fieldTypeNames.length);

  const visibles = [undefined, true, false];
  for (const enableShare of [true, undefined])
    for (const first of visibles)
      for (const others of visibles) {
        const columnMeta: ColumnMeta = Object.fromEntries(
          fields.map(({ id }, i) => {
            const visible = i === 0 ? first : others;
            return [id, { order: -i, ...(visible !== undefined && { visible }) }];
          }),
        );
        const view = { columnMeta, ...(enableShare && { enableShare }) };
        const ofEngine = askedFor({ ...view, viewType: "form" } as never, fields);
        expect(askedIn(view, shown).map(({ id }) => id)).toEqual(ofEngine.map(({ id }) => id));
      }
  for (const field of notAsked({ columnMeta: {} }, shown).never) expect(whyNever(field)).toBeTruthy();
});

const fieldOf = (id: string, more: object = {}) =>
  ({ id, name: id, type: "number", options: {}, ...more }) as unknown as Field;
const [a, b, c, d] = ["a", "b", "c", "d"].map((id) => fieldOf(id)) as [Field, Field, Field, Field];

describe("what is written", () => {
  const columnMeta = { a: { order: 0 }, b: { order: 1 }, c: { order: 1 }, d: { order: 5, visible: false } };
  const view = { columnMeta };
  const fields = [a, b, c, d];

  test("an order writes the columns that do not have it; fields that are not asked for come last", () => {
    expect(orderChanges(view, fields, ["a", "b", "c"])).toEqual([
      { fieldId: "c", columnMeta: { order: 2 } },
      { fieldId: "d", columnMeta: { order: 3 } },
    ]);
    const written = orderChanges(view, fields, ["c", "a", "b"]);
    const after = { ...columnMeta };
    for (const { fieldId, columnMeta: change } of written)
      Object.assign(after, { [fieldId]: { ...after[fieldId as "a"], ...change } });
    expect(askedIn({ columnMeta: after }, fields)).toEqual([c, a, b]);
    expect(orderChanges({ columnMeta: after }, fields, ["c", "a", "b"])).toEqual([]);
  });

  test("a field becomes the last question", () => {
    expect(askChanges(view, fields, "d")).toEqual([
      { fieldId: "c", columnMeta: { order: 2 } },
      { fieldId: "d", columnMeta: { visible: true, order: 3 } },
    ]);
  });
});

test("what is dragged goes between the cards whose middles it passed", () => {
  const middles = [10, 30, 50, 70];
  expect([5, 20, 35, 55, 90].map((y) => placeAt(middles, 1, y))).toEqual([0, 1, 1, 2, 3]);
  expect(movedTo(["a", "b", "c", "d"], 1, 3)).toEqual(["a", "c", "d", "b"]);
  expect(movedTo(["a", "b", "c", "d"], 3, 0)).toEqual(["d", "a", "b", "c"]);
});

test("a question has words of its own, or those of its field", () => {
  const field = fieldOf("a", { description: "In full." });
  expect(wordsOf({ columnMeta: {} }, field)).toEqual({ question: "a", help: "In full." });
  const columnMeta = { a: { order: 0, question: "Who are you?", help: "Any name.", required: true } };
  expect(wordsOf({ columnMeta }, field)).toEqual({ question: "Who are you?", help: "Any name." });
  expect(isRequired({ columnMeta }, field)).toBe(true);
  expect(isRequired({ columnMeta: {} }, fieldOf("a", { notNull: true }))).toBe(true);
  expect(isRequired({ columnMeta: {} }, field)).toBe(false);
});
