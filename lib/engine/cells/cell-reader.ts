/*
 * Reads cells of stored records. `makeCellReader` chooses how, for everything that shows, filters or sorts cells:
 *
 *   stored cells, members of the record     stored-cells.ts, which also converts cells that were written before their field was converted
 *   results of formulas, lookups            formula-cells.ts
 */
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import type { Work } from "#lib/engine/values/units-of-work";
import type * as Formulas from "./formula-cells.ts";
import { type ReadCell, readStored } from "./stored-cells.ts";

let formulas: typeof Formulas | undefined;

/** Loads the code that runs formulas, when the first schema with a formula is read (connect-fields.ts). */
export async function loadFormulas(): Promise<typeof Formulas> {
  formulas ??= await import("./formula-cells.ts");
  return formulas;
}

function formulaCode(): typeof Formulas {
  if (!formulas) throw new Error("a formula is read of fields that are not connected");
  return formulas;
}

/** The measure of work for a new context; undefined if no formula was loaded. */
export const newWork = (): Work | undefined => formulas && new formulas.Work();

/** Makes the function that reads a record's cell of a connected field. With one `work`, each formula runs once for a record. */
export const makeCellReader = (field: Field, context: CellContext): ReadCell => {
  if (field.formula) return formulaCode().readFormula(field, toWorking(context));
  return field.lookupOptions ? formulaCode().readLookup(field, toWorking(context)) : readStored(field);
};

/** The same for lookups whose cells other formulas use: numbers that formulas compute keep all their digits. */
export const makeExactReader = (field: Field, context: CellContext): ReadCell =>
  field.formula || field.lookupOptions
    ? formulaCode().readExactly(field, toWorking(context))
    : readStored(field);

const toWorking = (context: CellContext) =>
  hasWork(context) ? context : { ...context, work: new (formulaCode().Work)() };
const hasWork = (context: CellContext): context is CellContext & { work: Work } => context.work !== undefined;

/** Says after each record whether other requests should run first: a query plan, or the work of a context. */
interface Turning {
  turn(): Promise<unknown> | undefined;
}

/** The results of `make` for each of these, in order. When formulas work for a long time, other requests are answered in between. */
export async function mapInTurns<Each, Made>(
  each: readonly Each[],
  turning: Turning | undefined,
  make: (one: Each) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const one of each) {
    made.push(make(one));
    const due = turning?.turn();
    if (due !== undefined) await due;
  }
  return made;
}

/** The elements that fit, found as in `mapInTurns`. */
export async function filterInTurns<Each>(
  each: readonly Each[],
  turning: Turning,
  fits: (one: Each) => boolean,
): Promise<Each[]> {
  const fitting = await mapInTurns(each, turning, fits);
  return each.filter((_, i) => fitting[i]);
}
