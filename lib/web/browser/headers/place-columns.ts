/* Where columns are put: the places that a view keeps, as numbers. */
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import { orderFields } from "../grid/columns.ts";

/** Field id → its new place in the order of columns. */
export interface PlacedColumns {
  [fieldId: string]: { order: number };
}

/**
 * The new places when a column is put before the visible one at `gap` (after the last one: their number). The first column has the names of
 * records, and stays. One number changes, unless there is none in between: then all get new ones. Undefined if it stays where it is.
 */
export function placeColumn(
  fields: readonly Field[],
  view: View,
  shown: readonly Field[],
  moved: Field,
  gap: number,
): PlacedColumns | undefined {
  const at = shown.indexOf(moved);
  const to = Math.max(1, gap);
  if (moved.isPrimary || to === at || to === at + 1) return undefined;
  const others = orderFields(fields, view).filter(({ id, isPrimary }) => id !== moved.id && !isPrimary);
  const before = shown.slice(0, to).findLast(({ id }) => id !== moved.id);
  const place = others.findIndex(({ id }) => id === before?.id) + 1;
  const between = orderBetween(orderOf(view, others[place - 1]), orderOf(view, others[place]));
  if (between !== undefined) return { [moved.id]: { order: between } };
  const all = others.toSpliced(place, 0, moved);
  return Object.fromEntries(all.map(({ id }, i) => [id, { order: i + 1 }]));
}

/** The place of a new field beside another one. */
export function orderBeside(
  fields: readonly Field[],
  view: View,
  beside: Field,
  side: "left" | "right",
): number {
  const all = orderFields(fields, view).filter(({ isPrimary }) => !isPrimary);
  const at = all.findIndex(({ id }) => id === beside.id) + (side === "left" ? 0 : 1);
  const [left, right] = [orderOf(view, all[at - 1]), orderOf(view, all[at])];
  return orderBetween(left, right) ?? (typeof left === "number" ? left : 0);
}

type Place = number | "none" | undefined;

/** "none" beyond the first or last field; undefined for a field that the view does not place. */
const orderOf = (view: View, field: Field | undefined): Place =>
  field ? view.columnMeta[field.id]?.order : "none";

function orderBetween(left: Place, right: Place): number | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (left === "none") return right === "none" ? 1 : right - 1;
  if (right === "none") return left + 1;
  const middle = (left + right) / 2;
  return middle > left && middle < right ? middle : undefined;
}
