/*
 * Converts a cell of a field whose type was changed: `typecast` reads its whole text. If a text names several choices, people or records,
 * those that can be read are kept. Commas divide only a text into a list. A date, number, choice or person with a comma stays one value,
 * and a list of several values is no number or date. Cells that mean the same in both types are converted without a text, so that nothing
 * is rounded or renamed. Numbers, dates and checkboxes are never converted to each other by their texts.
 *
 *   number ──▶ rating, autoNumber ──▶ number      the number            people ──▶ people      their ids
 *   0, 1 ──▶ checkbox                             the number            choices ──▶ choices    the choices that still exist, by id or name
 *   createdTime ──▶ date                          the instant           everything else        the text of the cell
 */
import { namesOf, type SelectOptions } from "#lib/engine/field-types/shared/choices";
import {
  type CellContext,
  type FieldType,
  Refusal,
  type StoredCell,
  writeCell,
} from "#lib/engine/field-types/shared/field-type";
import { type Field, type FormerField, typeOf } from "#lib/engine/fields/field";
import type { ColumnReading } from "#lib/engine/values/column-reading";
import { splitList } from "#lib/engine/values/lists";
import type { UserId } from "#lib/schemas/basics/ids";

/** Undefined for a cell that the new type cannot hold; false is an unchecked box. */
export type Convert = (cell: StoredCell) => StoredCell | undefined;

/** Makes the function that converts cells; undefined for a cell that the new type cannot hold. It adds no choices. */
export const makeConversion = (was: FormerField, into: Pick<Field, "type" | "options">): Convert => {
  const to = typeOf({ type: into.type });
  if (to.isComputed) return () => undefined;
  const options = hasChoices(into.options) ? { ...into.options, preventAutoNewOptions: true } : into.options;
  const from = sideOf(was);
  const convert = makeTypecast(from, { type: to, options }, contextOf(was), was.reading);
  return (cell) => {
    const converted = convert(cell);
    return converted === false ? undefined : converted;
  };
};

/** The type and options of one side of a conversion; `hasTitles`: the field was a link field. */
export const sideOf = (was: Pick<FormerField, "type" | "options" | "hasTitles" | "wasLink">): Side => ({
  type: typeOf({ type: was.type }),
  options: was.options,
  titles: was.hasTitles && was.wasLink,
});

export interface Side {
  type: FieldType;
  options: unknown;
  /** Its texts are titles of links: of several links, or of one. */
  titles?: true | "one" | undefined;
}

/**
 * The same as `makeConversion`, with the people of `context`. Adds choices to the options, as `typecast` does. `reading` is how the texts
 * of the column are read.
 */
export function makeTypecast(
  was: Side,
  into: Side,
  context: CellContext,
  reading: ColumnReading = {},
): Convert {
  const { type: to, options } = into;
  const carried = carryOver(was, into);
  const orNothing = <Cell>(cell: Cell | Refusal) => (cell instanceof Refusal ? undefined : cell);
  const read = (value: unknown) => orNothing(to.typecast(value, options, context));
  if (carried) return carried.isCell ? carried.of : (cell) => read(carried.of(cell));
  const readText = (text: string) =>
    to.readText ? orNothing(to.readText(text, options, context, reading)) : read(text);
  return (cell) => {
    const text = writeCell(was.type, cell, was.options, context);
    if (text.trim() === "") return undefined;
    const elements = isText(into) ? undefined : elementsOf(was, cell, context);
    if (!elements) return readText(text) ?? readSome(splitList(text), into, read);
    if (to.isMultiple(options)) return read(elements) ?? readSome(elements, into, read);
    const [element, ...more] = elements;
    if (element === undefined) return undefined;
    if (more.length === 0) return namesSomething(to, options) ? read([element]) : readText(element);
    // several values are no number, date or checkbox
    return to.cellValueType === "string" ? (read(text) ?? readSome(elements, into, read)) : undefined;
  };
}

export const isText = ({ type, options }: Side): boolean => type.family(options) === "text";

/** The texts of the values in a cell, if it holds several. Undefined for a text, which only commas divide. */
export function elementsOf(side: Side, cell: StoredCell, context: CellContext): string[] | undefined {
  const { type, options, titles } = side;
  if (titles) return titles === "one" ? [cell as string] : splitList(cell as string);
  if (isText(side)) return undefined;
  if (!type.elements) return [type.text(cell, options, context)];
  return type.elements(cell, options, context).filter((each) => each !== undefined);
}

/** If not all names can be read together: all that can be read, or the first of them. */
function readSome(
  names: string[],
  { type, options }: Side,
  read: (value: unknown) => StoredCell | undefined,
) {
  if (!namesSomething(type, options)) return undefined;
  // each name as a list of one, because a name alone would be read as a list, and lose its quotes
  const readable = names.filter((each) => read([each]) !== undefined);
  if (readable.length === 0) return undefined;
  return read(type.isMultiple(options) ? readable : readable.slice(0, 1));
}

const namesSomething = ({ peopleIn, filesIn }: FieldType, options: unknown): boolean =>
  hasChoices(options) || peopleIn !== undefined || filesIn !== undefined;

/** Whether cells become others by their text, which can be ambiguous. */
export const isReadAsText = (was: Side, into: Side): boolean =>
  into.type.gatherEvidence !== undefined && carryOver(was, into) === undefined;

interface Carried {
  /** The value to read instead of the cell's text. With `isCell` it is the new cell already. */
  of(cell: StoredCell): StoredCell | undefined;
  isCell?: true;
}

/** How cells are converted between types in which they mean the same; undefined for other types. */
function carryOver({ type: from, options: was }: Side, { type: to, options }: Side): Carried | undefined {
  if (hasChoices(was) && hasChoices(options)) return { of: nameChoices(was, options) };
  if (from.cellValueType !== "string" && to.cellValueType !== "string") {
    // if the list holds one value: that value
    const one = (cell: StoredCell) =>
      Array.isArray(cell) ? (cell.length === 1 ? (cell[0] as number) : undefined) : cell;
    if (from.type === "rating" && to.type === "rating") {
      const { max } = options as { max: number };
      return { of: (cell) => Math.min(Number(cell), max), isCell: true };
    }
    if (from.cellValueType === to.cellValueType)
      return { of: one, ...(from.cellValueType !== "number" && { isCell: true }) };
    if (from.cellValueType === "number" && to.cellValueType === "boolean") return { of: one };
    return { of: () => undefined, isCell: true };
  }
  if (!from.peopleIn || !to.peopleIn) return undefined;
  const of = (cell: StoredCell) => {
    const ids = [cell].flat() as string[];
    return to.isMultiple(options) ? ids : ids[0];
  };
  return { of, isCell: true };
}

/** The present names of the choices in a cell. A choice is found by its id, otherwise by its name. */
function nameChoices(was: SelectOptions<unknown>, { choices }: SelectOptions<unknown>) {
  const byId = new Map<string, string>(choices.map(({ id, name }) => [id, name]));
  const names = new Set(byId.values());
  return (cell: StoredCell): string[] =>
    ([cell].flat() as string[]).flatMap((id) => {
      const name = byId.get(id) ?? namesOf(was.choices, [id])[0];
      return name !== undefined && names.has(name) ? [name] : [];
    });
}

export const hasChoices = (options: unknown): options is SelectOptions<unknown> =>
  Array.isArray((options as Partial<SelectOptions<unknown>> | undefined)?.choices);

/** The context for cells from before a conversion: people have the names that they had at that time. */
function contextOf({ people = [], convertedTime: now }: FormerField): CellContext {
  const byId = new Map<string, { id: UserId; name: string }>(people.map((person) => [person.id, person]));
  const byText = new Map(people.flatMap((person) => (person.texts ?? []).map((text) => [text, person])));
  return {
    now,
    me: "" as UserId,
    people: { byId: (id) => byId.get(id), byText: (text) => byText.get(text) },
    files: { byToken: () => undefined, byId: () => undefined },
    targetsOf: () => ({ byId: () => undefined, byTitle: () => undefined }),
    addressOf: () => "",
    showEmails: false,
  };
}
