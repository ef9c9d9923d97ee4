/* What the compiler of the engine says of a formula with the fields of a table: the same as the server will. */
import { type Compilation, compileFormula, nameById } from "#lib/engine/formula/compile";
import type { Field } from "#lib/schemas/tables/field";
import { nameInFormula } from "./formula-words.ts";
import { kindOfCells } from "./kinds-of-cells.ts";

type Known = readonly Field[];

/** Compiles a text in which fields stand by name or id. */
export function checkText(text: string, fields: Known): Promise<Compilation> {
  const byId = new Map<string, Field>(fields.map((field) => [field.id, field]));
  return compileFormula(text, {
    find(id) {
      const field = byId.get(id);
      return field && kindOfCells(field);
    },
    idOf: (name) => idOfName(name, fields),
    names: fields.map(({ name }) => name),
  });
}

const idOfName = (name: string, fields: Known): string | undefined =>
  fields.some(({ id }) => id === name) ? undefined : fields.find((field) => field.name === name)?.id;

/** The text with ids, as the server stores it: so it goes on after a field is renamed. */
export const storeIds = (text: string, fields: Known): string =>
  nameById(text, (name) => idOfName(name, fields));

/** The stored text with the names of fields, as people read it. */
export const showNames = (expression: string, fields: Known): string =>
  nameById(expression, (id) => {
    const field = fields.find((each) => each.id === id);
    return field && nameInFormula(field);
  });
