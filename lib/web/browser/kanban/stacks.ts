/* The stacks of a kanban: one for each value of a field, one for no value. */
import type { Operator } from "#lib/engine/field-types/shared/operators";
import type { Field } from "#lib/schemas/tables/field";
import type { Filter, FilterItem } from "#lib/schemas/tables/filter";
import { familyOf } from "../bars/families.ts";
import { cellText } from "../cells/cell-text.ts";
import { cellElements, optionsOf } from "../cells/field-options.ts";
import { kanbanTexts } from "./texts.ts";

export interface Stack {
  /** What its value is among all values of the field; empty for no value. */
  key: string;
  text: string;
  color?: string | undefined;
  /** The value that a record has in this stack; null for none. */
  value: unknown;
  /** Which records are in it. */
  filter: Filter;
}

/** A group of records as the server counts them. */
export interface StackCount {
  value: unknown;
  count: number;
}

/** Families whose values are whole in the answers of groups, and found again by a filter. */
const families: { [family: string]: Operator } = {
  choice: "is",
  person: "is",
  link: "is",
  number: "is",
  boolean: "is",
  choices: "isExactly",
  people: "isExactly",
  links: "isExactly",
};

export const isStackable = (field: Field): boolean => Object.hasOwn(families, familyOf(field));

/** What tells an element of a cell from others: its id, or itself. */
function identityOf(element: unknown): string | number | boolean {
  if (typeof element === "object" && element !== null && "id" in element) return String(element.id);
  return typeof element === "number" || typeof element === "boolean" ? element : String(element);
}

/** The key of the stack in which a record with this cell is. */
export function stackKeyOf(value: unknown): string {
  if (value === false) return "";
  const identities = cellElements(value).map(identityOf);
  return identities.length === 0 ? "" : JSON.stringify(identities.sort());
}

/** The stack of a value. */
function stackOf(field: Field, value: unknown): Stack {
  const family = familyOf(field);
  const key = stackKeyOf(value);
  const color = optionsOf(field).choices?.find(({ name }) => name === value)?.color;
  const item: FilterItem = { fieldId: field.id, operator: families[family] ?? "is", value: null };
  const only = (condition: FilterItem): Filter => ({ conjunction: "and", filterSet: [condition] });
  if (family === "boolean") {
    const isChecked = key !== "";
    const text = isChecked ? kanbanTexts.checked : kanbanTexts.unchecked;
    return { key, text, value: isChecked || null, filter: only({ ...item, value: isChecked }) };
  }
  if (key === "") {
    const isEmpty = { ...item, operator: "isEmpty" };
    return { key, text: kanbanTexts.noValue, value: null, filter: only(isEmpty) };
  }
  const identities = cellElements(value).map(identityOf);
  const wanted = item.operator === "isExactly" ? identities : (identities[0] ?? null);
  return { key, text: cellText(field, value), color, value, filter: only({ ...item, value: wanted }) };
}

/**
 * The stacks of a field: no value first, then the choices in their order, then what else the records have, in the order of the groups, then
 * the people who have no record yet.
 */
export function stacksOf(
  field: Field,
  groups: readonly StackCount[],
  people: readonly { id: string; name: string }[],
): Stack[] {
  const family = familyOf(field);
  const choices = family === "choice" ? (optionsOf(field).choices ?? []).map(({ name }) => name) : [];
  const ofPeople = field.type === "user" && family === "person" ? people : [];
  const values = [
    null,
    ...(family === "boolean" ? [true] : []),
    ...choices,
    ...groups.map(({ value }) => value),
    ...ofPeople.map(({ id, name }) => ({ id, title: name })),
  ];
  const stacks = new Map<string, Stack>();
  for (const value of values) {
    const stack = stackOf(field, value);
    if (!stacks.has(stack.key)) stacks.set(stack.key, stack);
  }
  return [...stacks.values()];
}

/** The number of records by the key of their stack. */
export const countByStack = (groups: readonly StackCount[]): ReadonlyMap<string, number> =>
  new Map(groups.map(({ value, count }) => [stackKeyOf(value), count]));

/** The groups in an answer: what begins a group, and how many records it has. */
export function groupsIn(
  points: readonly { type: number; value?: unknown; count?: number }[] | null,
): StackCount[] {
  const groups: StackCount[] = [];
  for (const { type, value, count } of points ?? []) {
    const last = groups.at(-1);
    if (type === 0) groups.push({ value, count: 0 });
    else if (last) last.count = count ?? 0;
  }
  return groups;
}
