import { makeCellReader } from "#lib/engine/cells/cell-reader";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { CellContext, StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { Family } from "#lib/engine/field-types/shared/operators";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { boolean } from "./boolean.ts";
import { choice, choices } from "./choices.ts";
import type { Comparator, Test } from "./comparator.ts";
import { dateTime } from "./date-time.ts";
import { files } from "./files.ts";
import { foldText } from "./folded.ts";
import { link, links } from "./links.ts";
import { listOf } from "./lists.ts";
import { nothing } from "./nothing.ts";
import { number } from "./number.ts";
import { people, person } from "./people.ts";
import { text } from "./text.ts";

const comparators: Record<Family, (field: Field, context: CellContext) => Comparator> = {
  text,
  number,
  boolean,
  dateTime,
  files,
  nothing,
  choice,
  choices,
  person,
  people,
  link,
  links,
  texts: listOf(text),
  numbers: listOf(number),
  booleans: listOf(boolean),
  dateTimes: listOf(dateTime),
};

export interface FieldComparator extends Comparator {
  /** The record's cell without references to deleted things (`whole`); undefined if it is empty. */
  cellOf(record: StoredRecord): StoredCell | undefined;
  identity(cell: StoredCell): string | number;
}

/** The comparator for the cells of a field. */
export function comparatorOf(field: Field, context: CellContext): FieldComparator {
  const comparator = comparators[typeOf(field).family(field.options)](field, context);
  const stored = makeCellReader(field, context);
  const { whole, identity = comparator.sortKey } = comparator;
  return {
    ...comparator,
    identity,
    search: (wanted) => searchList(wanted, comparator, field, context),
    cellOf: whole ? (record) => whole(stored(record)) : stored,
  };
}

/** A search text that can only be found in the whole text of a list, which is shown as `a, b`; elements with a comma may be quoted. */
const isOfSeveral = /^ |[,"]/;

/** Searches a list in each of its elements, and in its whole text. */
function searchList(
  wanted: string,
  { search }: Comparator,
  field: Field,
  context: CellContext,
): Test<StoredCell> {
  const inElement = search(wanted);
  const { elements, text, family } = typeOf(field);
  // the comparator of files decides what is searched
  if (!elements || family(field.options) === "files" || !isOfSeveral.test(wanted)) return inElement;
  const isIn = (shown: string) => foldText(shown).includes(wanted);
  return (cell) =>
    inElement(cell) ||
    isIn(elements(cell, field.options, context).filter(Boolean).join(", ")) ||
    isIn(text(cell, field.options, context));
}
