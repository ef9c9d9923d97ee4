/* Orders and groups, as the contract describes them: see plain-families.ts. */

import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { Choice } from "#lib/engine/field-types/shared/choices";
import { type Asked, type PlainField, type Seen, seen } from "./plain-families.ts";

interface Order {
  field: PlainField;
  order: "asc" | "desc";
}

/** Compares letters without accents and case first, then with them. */
function compareTexts(a: string, b: string): number {
  const letters = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  if (letters(a) !== letters(b)) return letters(a) < letters(b) ? -1 : 1;
  return a.localeCompare(b, "en");
}

function compareNumbers(a: number[], b: number[]): number {
  for (const [i, number] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    if (number !== other) return number - other;
  }
  return a.length - b.length;
}

/** Compares two filled cells of the same field. */
function compareSeen(a: Seen, b: Seen, { options }: PlainField): number {
  if (typeof a === "string") return compareTexts(a, String(b));
  if (typeof a === "number" || typeof a === "boolean")
    return Number(a) < Number(b) ? -1 : Number(a) > Number(b) ? 1 : 0;
  if (typeof b !== "object") throw new Error("cells of two kinds in one field");
  if ("day" in a && "day" in b) return compareTexts(a.shown, b.shown);
  if ("files" in a && "files" in b)
    return compareTexts(
      ...([a, b].map(({ files }) => files.map(({ name }) => name).join(", ")) as [string, string]),
    );
  if (!("ids" in a && "ids" in b)) throw new Error("cells of two kinds in one field");
  const { choices } = options as { choices?: Choice[] };
  if (choices) {
    const places = ({ ids }: { ids: string[] }) =>
      ids.map((id) => choices.findIndex((choice) => choice.id === id)).toSorted((x, y) => x - y);
    return compareNumbers(places(a), places(b));
  }
  const [names, otherNames] = [a, b].map((each) => each.names.toSorted(compareTexts).join(", "));
  return compareTexts(names ?? "", otherNames ?? "");
}

export function plainCompare(a: StoredRecord, b: StoredRecord, orders: Order[], asked: Asked): number {
  for (const { field, order } of orders) {
    const [first, second] = [seen(a, field, asked), seen(b, field, asked)];
    if (first === undefined && second === undefined) continue;
    // empty cells come first
    const ascending = first === undefined ? -1 : second === undefined ? 1 : compareSeen(first, second, field);
    if (ascending !== 0) return order === "asc" ? ascending : -ascending;
  }
  return a.autoNumber - b.autoNumber;
}

/** The value that all records of a group have in common. */
export function groupValue(record: StoredRecord, field: PlainField, asked: Asked): string {
  const cell = seen(record, field, asked);
  if (typeof cell !== "object") return JSON.stringify(cell ?? null);
  if ("day" in cell) return cell.shown;
  return "files" in cell
    ? JSON.stringify(cell.files.map(({ name, token }) => [name, token]))
    : cell.ids.toSorted().join();
}

/** A line of a grouped list: a header with its depth and the records below it, or the number of records in the innermost group. */
export type PlainLine = { depth: number; records: StoredRecord[] } | { count: number };

export function plainGroups(records: StoredRecord[], orders: Order[], asked: Asked): PlainLine[] {
  const lines: PlainLine[] = [];
  const walk = (inside: StoredRecord[], depth: number) => {
    const field = orders[depth]?.field;
    if (!field) {
      lines.push({ count: inside.length });
      return;
    }
    for (const group of Map.groupBy(inside, (record) => groupValue(record, field, asked)).values()) {
      lines.push({ depth, records: group });
      walk(group, depth + 1);
    }
  };
  if (records.length > 0)
    walk(
      records.toSorted((a, b) => plainCompare(a, b, orders, asked)),
      0,
    );
  return lines;
}
