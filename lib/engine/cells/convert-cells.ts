/*
 * Converts a cell of a field to a cell of what the field became: its text is read as `typecast` reads it, as a whole. Of a text that names
 * several choices, people or records, those that can be read stay. Only a text is a list by its commas: a date, a number, a choice or a
 * person with a comma stays one, and a list of several is no number or date. Cells that mean the same in both types are carried over without a text,
 * so that nothing is rounded or renamed on the way; numbers, dates and checkboxes never become each other by their texts.
 *
 *   number ──▶ rating, autoNumber ──▶ number      the number            people ──▶ people      their ids
 *   0, 1 ──▶ checkbox                             the number            choices ──▶ choices    those that are there still, by id or name
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

/** The side of a field that is converted; `hasTitles`: it was a link until then. */
export const sideOf = (was: Pick<FormerField, "type" | "options" | "hasTitles" | "wasLink">): Side => ({
  type: typeOf({ type: was.type }),
  options: was.options,
  titles: was.hasTitles && was.wasLink,
});

export interface Side {
  type: FieldType;
  options: unknown;
  /** Its texts are titles of links: of several, or of one. */
  titles?: true | "one" | undefined;
}

/** As `makeConversion`, with the people of `context`. Appends choices to the options, as `typecast` does. `reading` is that of the column. */
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

/** The texts of what a cell names, each as a whole: only a text is a list by its commas. Undefined for a text. */
export function elementsOf(side: Side, cell: StoredCell, context: CellContext): string[] | undefined {
  const { type, options, titles } = side;
  if (titles) return titles === "one" ? [cell as string] : splitList(cell as string);
  if (isText(side)) return undefined;
  if (!type.elements) return [type.text(cell, options, context)];
  return type.elements(cell, options, context).filter((each) => each !== undefined);
}

/** What is left of names that cannot be read all together: all that can be read, or the first. */
function readSome(
  names: string[],
  { type, options }: Side,
  read: (value: unknown) => StoredCell | undefined,
) {
  if (!namesSomething(type, options)) return undefined;
  // in a list: a name by itself would be read as a list again, and lose its quotes
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
  /** The value to read in place of the text of a cell; `isCell`: the cell itself, which needs no reading. */
  of(cell: StoredCell): StoredCell | undefined;
  isCell?: true;
}

/** What types that mean the same by a cell carry over; undefined for others. */
function carryOver({ type: from, options: was }: Side, { type: to, options }: Side): Carried | undefined {
  if (hasChoices(was) && hasChoices(options)) return { of: nameChoices(was, options) };
  if (from.cellValueType !== "string" && to.cellValueType !== "string") {
    // of a list that holds one value, that value
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

/** The names that the choices of a cell have now: a choice is the same by its id, else by its name. */
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

/** People as they were called when the field was converted; nothing else is needed to read its cells. */
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
