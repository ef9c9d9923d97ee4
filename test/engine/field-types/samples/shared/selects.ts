/* The samples that the types of choices have in common. */
import { hash } from "node:crypto";
import fc from "fast-check";
import { choiceName, context, typeNamed } from "#test/engine/field-types/support";
import { aName } from "#test/engine/support/awkward";

const chosen = (names: string[]) => names.map((name, i) => ({ id: `cho0000000${i}`, name, color: "blue" }));

/** Choices with a comma and with quotes in their names. */
export const awkwardChoices = chosen(["red", "a, b", 'say "x"']);
/** The same, with names that begin with quotes or have some inside. */
export const quotedChoices = chosen(["red", "a, b", '"x" y', 'x"y']);

/** The choices of the tables of the tests. */
export const choices = chosen(["red", "Blue", "green", "Dark red"]);

/** The ids in their cells: also of a removed choice. */
export const idsInCells = [...choices.map(({ id }) => id), "choRemoved"];

/** Options as sent. */
export const selectOptions = fc
  .uniqueArray(choiceName, {
    maxLength: 6,
    selector: (name) => typeNamed("singleLineText").typecast(name, {}, context),
  })
  .chain((names) =>
    fc.record(
      {
        choices: fc.constant(names.map((name) => ({ name }))),
        preventAutoNewOptions: fc.boolean(),
        defaultValue: fc.oneof(fc.constantFrom(null, ...names), fc.subarray(names)),
      },
      { requiredKeys: ["choices"] },
    ),
  );

// the id follows from the whole name: two columns that have a name have it under one id, and two names never share one
const choicesOf = (names: string[]) =>
  names.map((name) => ({ id: `cho${hash("sha256", name).slice(0, 20)}`, name, color: "blue" }));

/** Options as stored, for conversions. */
export const storedSelectOptions = fc
  .record({
    names: fc.uniqueArray(aName, { minLength: 1, maxLength: 6 }),
    preventAutoNewOptions: fc.boolean(),
  })
  .map(({ names, preventAutoNewOptions }) => ({ choices: choicesOf(names), preventAutoNewOptions }));

/** The ids of the choices of a field. */
export const idsOf = ({ choices }: { choices: { id: string }[] }) => choices.map(({ id }) => id);

/** What the types of choices promise alike. */
export const contractOfChoices = {
  cellValueType: "string",
  canBe: { primary: true, unique: false, notNull: true },
} as const;

/** To measure time. */
export const tenChoices = {
  choices: Array.from({ length: 10 }, (_, i) => ({ name: `choice ${i}` })),
};
