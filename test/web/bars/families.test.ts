/* The families of fields in the app, and the statistics of each, are those of the engine, for every type of field, for formulas, and for lookups of one or several. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { readSchema } from "#lib/data/schema/table-schema";
import { fieldTypeNames } from "#lib/engine/field-types/index";
import { typeOf } from "#lib/engine/fields/field";
import type { Field } from "#lib/schemas/tables/field";
import { familyOf } from "#lib/web/browser/bars/families";
import { statisticsFor } from "#lib/web/browser/summary/statistics";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const choices = [{ name: "one" }];
const plain = fieldTypeNames
  .filter((type) => !["formula", "rollup", "link"].includes(type))
  .map((type) => ({ type, name: type, ...(/Select$/.test(type) && { options: { choices } }) }));
const formulas = ["1 + 1", "'a'", "1 = 1", "TODAY()"].map((expression) => ({
  ...{ type: "formula", name: `= ${expression}` },
  options: { expression },
}));

test("the app and the engine agree", async () => {
  const more = [{ type: "user", name: "people", options: { isMultiple: true } }, ...formulas];
  const { owner, tableId: foreignTableId, baseId, spaceId } = await aTable({ fields: [...plain, ...more] });
  const { tableId } = await aTable({}, owner, { baseId, spaceId });
  const add = async (body: object) => {
    const answer = await call(createField, { as: owner, params: { tableId }, body });
    expect({ body, status: answer.status, answer: answer.body }).toMatchObject({ status: 201 });
    return answer.body;
  };
  const shown: Field[] = [];
  for (const relationship of ["manyOne", "manyMany"]) {
    const link = await add({ type: "link", name: relationship, options: { relationship, foreignTableId } });
    shown.push(link);
    for (const { id: lookupFieldId, type, name } of (await readSchema(foreignTableId)).fields) {
      if (type === "link") continue;
      const lookupOptions = { foreignTableId, linkFieldId: link.id, lookupFieldId };
      const isLookup = type !== "button";
      if (isLookup) shown.push(await add({ type, name: `${relationship} ${name}`, isLookup, lookupOptions }));
    }
  }
  const { fields } = await readSchema(tableId);
  const ofEngine = (id: string) => {
    const field = fields.find((each) => each.id === id);
    if (!field) return undefined;
    const type = typeOf(field);
    return { family: type.family(field.options), statistics: type.statistics(field.options) };
  };
  expect(shown.length).toBeGreaterThan(40);
  const said = (families: (field: Field) => unknown) => shown.map((field) => [field.name, families(field)]);
  expect(said(familyOf)).toEqual(said(({ id }) => ofEngine(id)?.family));
  expect(said(statisticsFor)).toEqual(said(({ id }) => ofEngine(id)?.statistics));
});
