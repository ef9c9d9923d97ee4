/*
 * Whether a converted cell means something else than before. All types are compared in the same way, by the texts of the cells:
 *
 *   a text                        the whole text is read as the new cell
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
import type { ColumnReading } from "#lib/engine/values/column-reading";
import { initialDateFormatting } from "#lib/engine/values/dates";
import { splitList } from "#lib/engine/values/lists";
import { initialNumberFormatting } from "#lib/engine/values/numbers";
import { elementsOf, hasChoices, isText, type Side } from "./convert-cells.ts";

/** Compares a cell with the cell that it was converted to. */
export type IsChanged = (before: StoredCell, after: StoredCell) => boolean;

/** Makes the function that compares cells. `reading` is how the texts of the column are read. */
export function compareMeanings(
  was: Side,
  into: Side,
  context: CellContext,
  reading: ColumnReading = {},
): IsChanged {
  const textAfter = (after: StoredCell) => writeCell(into.type, after, into.options, context);
  const textBefore = (before: StoredCell) => writeCell(was.type, before, was.options, context);
  const isRead = (side: Side, text: string, cell: StoredCell) => {
    const read = side.type.typecast(text, withoutNewChoices(side.options), context);
    if (read === undefined || read instanceof Refusal) return false;
    // files have a new id in each cell
    const write = (each: StoredCell) => writeCell(side.type, each, side.options, context);
    return isSame(read, cell) || (side.type.filesIn !== undefined && write(read) === write(cell));
  };
  const isValue = was.type.cellValueType !== "string";
  if (!isValue && into.type.cellValueType !== "string") {
    // numbers, dates and checkboxes are read as a whole or not at all; only ratings are rounded
    if (into.type.cellValueType !== "number") return () => false;
    const { type, options } = readable(into, true);
    return (before, after) => {
      const text = elementsOf(was, before, context)?.[0] ?? textBefore(before);
      // NaN for a text that is no number: a type with texts of its own reads it as a whole
      return Math.abs(Number(type.readText?.(text, options, context, reading)) - Number(after)) > 0;
    };
  }
  if (isText(was) && !was.titles) {
    if (isText(into)) return (before, after) => textBefore(before).trim() !== textAfter(after).trim();
    return (before, after) => !isRead(into, textBefore(before), after);
  }
  if (isValue && into.type.cellValueType !== "string")
    return (before, after) => {
      const [value] = [before].flat();
      return !isSame(value, after) && Number(value) !== Number(after);
    };
  const from = isValue && !was.type.elements ? readable(was) : undefined;
  if (from)
    return (before, after) => {
      const [name, ...more] = elementsOf(into, after, context) ?? [];
      return !isRead(from, more.length > 0 || name === undefined ? textAfter(after) : name, before);
    };
  const namesIn = (side: Side, cell: StoredCell) =>
    elementsOf(side, cell, context) ?? splitList(side.type.text(cell, side.options, context));
  return (before, after) =>
    !isSame(before, after) &&
    textBefore(before) !== textAfter(after) &&
    !isSame(namesIn(was, before), namesIn(into, after));
}

const withoutNewChoices = (options: unknown) =>
  hasChoices(options) ? { ...options, preventAutoNewOptions: true } : options;

/** The type that reads cells of this type from text. A formula has the type of its result; with `isExact` numbers are not rounded. */
function readable({ type, options }: Side, isExact = false): Side {
  if (!type.isComputed && !isExact) return { type, options };
  const { formatting } = (options ?? {}) as { formatting?: unknown };
  if (type.cellValueType === "boolean") return { type: checkbox as FieldType, options: {} };
  return type.cellValueType === "number"
    ? { type: number as FieldType, options: { formatting: formatting ?? initialNumberFormatting() } }
    : { type: date as FieldType, options: { formatting: formatting ?? initialDateFormatting() } };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
