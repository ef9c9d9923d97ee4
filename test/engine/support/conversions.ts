/* Fields with cells of every type for the property tests of conversions: awkward texts, numbers, days, names. */
import fc from "fast-check";
import { compareMeanings } from "#lib/engine/cells/changed-meaning";
import { decideReading } from "#lib/engine/cells/column-texts";
import { isReadAsText, makeTypecast, type Side } from "#lib/engine/cells/convert-cells";
import { formulaOf } from "#lib/engine/field-types/formula";
import { type CellContext, type StoredCell, writeCell } from "#lib/engine/field-types/shared/field-type";
import type { FormerPerson } from "#lib/engine/fields/field";
import type { ColumnReading } from "#lib/engine/values/column-reading";
import { samplesOf } from "#test/engine/field-types/samples/index";
import { typeNamed } from "#test/engine/field-types/support";
import { byText, context, hostileWords, people } from "./awkward.ts";

/** A field with some of its cells. */
export interface Column extends Side {
  cells: StoredCell[];
}

/** The same side, and how it is shown when a property fails. */
const named = <Each extends Side & Partial<Column>>(side: Each): Each =>
  Object.assign(side, {
    [fc.toStringMethod]: () =>
      [side.type.type, side.options, side.cells]
        .flatMap((each) => (each === undefined ? [] : JSON.stringify(each)))
        .join(" "),
  });

/** What cells of each type there are; those of computed types too. */
const models = [...samplesOf].flatMap(([type, { conversion, written, computedBy }]) =>
  conversion ? [{ type, isTarget: !computedBy && written !== "never", ...conversion }] : [],
);

/** Fields that formulas and lookups give: by the kind of their values the type with such cells. */
const results = { text: "longText", number: "number", boolean: "checkbox", date: "date" };

/** Columns of a type; `formula: number`, and with `s` a list: `formula: numbers`. */
export const columnsOf: Record<string, fc.Arbitrary<Column>> = Object.fromEntries([
  ...models.map(({ type, options, cell }) => [
    type,
    options.chain((each) =>
      fc
        .array(cell(each as never), { minLength: 1, maxLength: 6 })
        .map((cells) => named({ type: typeNamed(type), options: each, cells })),
    ),
  ]),
  ...Object.entries(results).flatMap(([kind, alike]) =>
    models
      .filter(({ type }) => type === alike)
      .flatMap(({ options, cell }) =>
        [false, true].map((isList) => [
          `formula: ${kind}${isList ? "s" : ""}`,
          options.chain((each) => {
            const one = cell(each as never);
            const cells = isList
              ? fc.array(one as fc.Arbitrary<string>, { minLength: 1, maxLength: 3 })
              : one;
            const type = formulaOf({ kind, isList } as never);
            return fc
              .array(cells, { minLength: 1, maxLength: 6 })
              .map((some) => named({ type, options: each, cells: some }));
          }),
        ]),
      ),
  ),
]);

/** The types that hold what is written, with their options. */
export const targets: Record<string, fc.Arbitrary<Side>> = Object.fromEntries(
  models
    .filter(({ isTarget }) => isTarget)
    .map(({ type, options }) => [
      type,
      options.map((each) => named({ type: typeNamed(type), options: each })),
    ]),
);

/** What a field remembers of the people of its cells. */
export const formerPeople: FormerPerson[] = people.map((person) => ({
  id: person.id,
  name: context.people.isUnclear?.(person) ? person.id : person.name,
  texts: [...hostileWords, ...people.flatMap(({ name, email = name }) => [name, email])].filter(
    (text) => byText(text) === person,
  ),
}));

/** People as texts have them: one whose name would be read as another person by the id, as lib/data/conversions/survey-conversion.ts has it. */
const textContext: CellContext = {
  ...context,
  people: {
    byId(id) {
      const found = people.find((each) => each.id === id);
      return found && { ...found, name: formerPeople.find((each) => each.id === id)?.name ?? found.name };
    },
    byText,
  },
};

/** A column as a conversion makes it of another, as lib/data/conversions does. */
export function convertColumn(was: Column, into: Side, inTexts = textContext) {
  const texts = was.cells.map((cell) => writeCell(was.type, cell, was.options, inTexts));
  const reading: ColumnReading | undefined = isReadAsText(was, into)
    ? {
        decimal: ".",
        ...decideReading(
          { type: into.type.type, options: into.options } as never,
          was.cells.map((cell) => was.type.text(cell, was.options, inTexts)),
        ),
      }
    : undefined;
  const become = { type: into.type, options: structuredClone(into.options) };
  const convert = makeTypecast(was, become, inTexts, reading);
  const cells = was.cells.map((cell) => convert(cell));
  return { texts, reading, become, cells, isChanged: compareMeanings(was, become, inTexts, reading) };
}

/** All texts that name each thing of a cell. */
export const aliasesIn = ({ type, options }: Side, cell: StoredCell): string[][] =>
  [cell].flat().map((each): string[] => {
    if (typeof each === "object")
      return "token" in each ? [`${each.name} (${each.token})`, each.id.slice(0, 13)] : [each.id];
    const one = (Array.isArray(cell) ? [each] : each) as StoredCell;
    if (!type.peopleIn)
      return [type.elements?.(one, options, context)[0] ?? type.text(one, options, context)];
    const {
      id = String(each),
      name = String(each),
      email = name,
    } = people.find((one) => one.id === each) ?? {};
    return [id, name, email];
  });
