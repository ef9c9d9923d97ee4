/*
 * Converts a cell of a field to a cell of what the field became: its text is read as `typecast` reads it. Cells that mean the same in
 * both types are carried over without a text, so that nothing is rounded or renamed on the way.
 *
 *   number ──▶ rating, autoNumber ──▶ number      the number            people ──▶ people      their ids
 *   createdTime ──▶ date                          the instant           choices ──▶ choices    those that are there still, by id or name
 *   everything else                               the text of the cell
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
import { splitList } from "#lib/engine/values/lists";
import type { UserId } from "#lib/schemas/basics/ids";

export type Convert = (cell: StoredCell) => StoredCell | undefined;

/** Makes the function that converts cells; undefined for a cell that the new type cannot hold. It adds no choices. */
export const makeConversion = (was: FormerField, into: Pick<Field, "type" | "options">): Convert => {
  const to = typeOf({ type: into.type });
  const options = hasChoices(into.options) ? { ...into.options, preventAutoNewOptions: true } : into.options;
  const from = { type: typeOf({ type: was.type }), options: was.options };
  return to.isComputed ? () => undefined : makeTypecast(from, { type: to, options }, contextOf(was));
};

interface Side {
  type: FieldType;
  options: unknown;
}

/** As `makeConversion`, with the people of `context`. Appends choices to the options, as `typecast` does. */
export function makeTypecast(was: Side, into: Side, context: CellContext): Convert {
  const { type: to, options } = into;
  const carried = carryOver(was, into);
  const read = (value: unknown) => {
    const cell = to.typecast(value, options, context);
    return cell instanceof Refusal || cell === false ? undefined : cell;
  };
  if (carried) return carried.isCell ? carried.of : (cell) => read(carried.of(cell));
  return (cell) => {
    const text = writeCell(was.type, cell, was.options, context);
    if (text === "") return undefined;
    // of a list, the elements that can be read: one that cannot be does not empty the cell
    return read(text) ?? (to.isMultiple(options) ? read(readable(splitList(text), read)) : undefined);
  };
}

const readable = (texts: string[], read: (text: string) => unknown) =>
  texts.filter((text) => read(text) !== undefined);

interface Carried {
  /** The value to read in place of the text of a cell; `isCell`: the cell itself, which needs no reading. */
  of(cell: StoredCell): StoredCell | undefined;
  isCell?: true;
}

/** What types that mean the same by a cell carry over; undefined for others. */
function carryOver({ type: from, options: was }: Side, { type: to, options }: Side): Carried | undefined {
  if (hasChoices(was) && hasChoices(options)) return { of: nameChoices(was, options) };
  if (from.cellValueType === "number" && ["number", "boolean"].includes(to.cellValueType))
    return { of: (cell) => cell };
  if (from.cellValueType === "dateTime" && to.cellValueType === "dateTime")
    return { of: (cell) => cell, isCell: true };
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
    people: { byId: (id) => byId.get(id), byText: (text) => byText.get(text.toLowerCase()) },
    files: { byToken: () => undefined, byId: () => undefined },
    targetsOf: () => ({ byId: () => undefined, byTitle: () => undefined }),
    addressOf: () => "",
    showEmails: false,
  };
}
