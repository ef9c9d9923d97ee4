/*
 * Whether a converted cell means something else than before. One comparison for all types, by what the cells say as text:
 *
 *   a text                        the new cell is what the whole text is read as
 *   number, date, checkbox …      the text of the new cell is read back as the same value
 *   choices, people, files        the new cell names the same ones
 */
import { checkbox } from "#lib/engine/field-types/checkbox";
import { date } from "#lib/engine/field-types/date";
import { number } from "#lib/engine/field-types/number";
import {
  type CellContext,
  type FieldType,
  Refusal,
  type StoredCell,
  writeCell,
} from "#lib/engine/field-types/shared/field-type";
import { initialDateFormatting } from "#lib/engine/values/dates";
import { splitList } from "#lib/engine/values/lists";
import { initialNumberFormatting } from "#lib/engine/values/numbers";
import { hasChoices, type Side } from "./convert-cells.ts";

/** Compares a cell with what it has become. */
export type IsChanged = (before: StoredCell, after: StoredCell) => boolean;

/** Makes the function that compares cells. */
export function compareMeanings(was: Side, into: Side, context: CellContext): IsChanged {
  const textAfter = (after: StoredCell) => writeCell(into.type, after, into.options, context);
  const textBefore = (before: StoredCell) => writeCell(was.type, before, was.options, context);
  const isRead = (side: Side, text: string, cell: StoredCell) => {
    const read = side.type.typecast(text, withoutNewChoices(side.options), context);
    return !(read instanceof Refusal) && isSame(read, cell);
  };
  if (isText(was)) {
    // numbers, dates and checkboxes are read as a whole, or not at all
    if (into.type.cellValueType !== "string") return () => false;
    if (isText(into)) return (before, after) => textBefore(before).trim() !== textAfter(after).trim();
    return (before, after) => !isRead(into, textBefore(before), after);
  }
  const from = was.type.cellValueType !== "string" && !was.type.elements ? readable(was) : undefined;
  if (from && into.type.cellValueType !== "string")
    return (before, after) => !isSame(before, after) && Number(before) !== Number(after);
  if (from) return (before, after) => !isRead(from, textAfter(after), before);
  return (before, after) =>
    !isSame(before, after) &&
    textBefore(before) !== textAfter(after) &&
    !isSame(elementsOf(was, before, context), elementsOf(into, after, context));
}

const isText = ({ type, options }: Side) => type.family(options) === "text";

const withoutNewChoices = (options: unknown) =>
  hasChoices(options) ? { ...options, preventAutoNewOptions: true } : options;

/** The type that reads the values of a type; those of a formula too. */
function readable({ type, options }: Side): Side {
  if (!type.isComputed) return { type, options };
  const { formatting } = (options ?? {}) as { formatting?: unknown };
  if (type.cellValueType === "boolean") return { type: checkbox as FieldType, options: {} };
  return type.cellValueType === "number"
    ? { type: number as FieldType, options: { formatting: formatting ?? initialNumberFormatting() } }
    : { type: date as FieldType, options: { formatting: formatting ?? initialDateFormatting() } };
}

function elementsOf(side: Side, cell: StoredCell, context: CellContext): (string | undefined)[] {
  const { type, options } = side;
  if (type.elements) return type.elements(cell, options, context);
  const text = type.text(cell, options, context);
  return isText(side) ? splitList(text) : [text];
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
