/*
 * Reads cells of stored records: stored cells, members of the record, and what formulas give.
 *
 * The code that runs formulas is loaded by `loadFormulas`, which every reader of a schema awaits: most tables have no formula.
 */
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { bindFormulas } from "#lib/engine/fields/formula-inputs";
import { type ReadCell, readStored } from "./stored-cells.ts";

/** Makes the function that reads a record's cell of this field. With one context, each formula runs once for a record. */
export const makeCellReader = (field: Field, context: CellContext): ReadCell => {
  if (field.formula) return runner().readFormula(field, context);
  return field.lookupOptions ? runner().readLookup(field, context) : readStored(field);
};

/** The same for lookups, which other formulas may take up: numbers that formulas give have all digits of doubles. */
export const makeExactReader = (field: Field, context: CellContext): ReadCell =>
  field.formula || field.lookupOptions ? runner().readExactly(field, context) : readStored(field);

/** For loops over records: what to await before the next record, if formulas have worked long. */
export const takeTurn = (context: CellContext): Promise<unknown> | undefined => loaded?.takeTurn(context);

/** What says after each record whether a turn is due: that of a query plan, or `takeTurn` of a context. */
interface Turning {
  turn(): Promise<unknown> | undefined;
}

/** What `make` gives for each of these, in order; other requests are answered while its formulas work long. */
export async function mapInTurns<Each, Made>(
  each: readonly Each[],
  { turn }: Turning,
  make: (one: Each) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const one of each) {
    made.push(make(one));
    const due = turn();
    if (due !== undefined) await due;
  }
  return made;
}

/** Those of these that fit, as in `mapInTurns`. */
export async function filterInTurns<Each>(
  each: readonly Each[],
  turning: Turning,
  fits: (one: Each) => boolean,
): Promise<Each[]> {
  const fitting = await mapInTurns(each, turning, fits);
  return each.filter((_, i) => fitting[i]);
}

/** For a context that is kept from call to call: its formulas may work anew, as much as this part of those of a call. */
export const beginWork = (context: CellContext, part?: number): void => loaded?.beginWork(context, part);

let loaded: typeof import("./formula-cells.ts") | undefined;

function runner() {
  if (!loaded) throw new Error("a formula is read before loadFormulas was awaited");
  return loaded;
}

/** Connects the formulas of a table with the fields that they use, and loads the code that runs them. Nothing to do without formulas and lookups. */
export async function loadFormulas(fields: readonly Field[]): Promise<void> {
  if (!fields.some(({ formula, lookupOptions }) => formula || lookupOptions)) return;
  bindFormulas(fields);
  loaded ??= await import("./formula-cells.ts");
  await loaded.loadRegexp(fields);
}
