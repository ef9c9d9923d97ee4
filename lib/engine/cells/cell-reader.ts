/* Reads cells of stored records: stored cells, members of the record, and what formulas give. */
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { Work } from "#lib/engine/values/work";
import { formulaCode } from "./formula-code.ts";
import { type ReadCell, readStored } from "./stored-cells.ts";

/** Makes the function that reads a record's cell of a connected field. With one `work`, each formula runs once for a record. */
export const makeCellReader = (field: Field, context: CellContext): ReadCell => {
  if (field.formula) return formulaCode().readFormula(field, toWorking(context));
  return field.lookupOptions ? formulaCode().readLookup(field, toWorking(context)) : readStored(field);
};

/** The same for lookups, which other formulas may take up: numbers that formulas give have all digits of doubles. */
export const makeExactReader = (field: Field, context: CellContext): ReadCell =>
  field.formula || field.lookupOptions
    ? formulaCode().readExactly(field, toWorking(context))
    : readStored(field);

const toWorking = (context: CellContext) => (hasWork(context) ? context : { ...context, work: new Work() });
const hasWork = (context: CellContext): context is CellContext & { work: Work } => context.work !== undefined;

/** For loops over records: what to await before the next record, if formulas have worked long. */
export const takeTurn = ({ work }: CellContext): Promise<unknown> | undefined => work?.turn();

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
