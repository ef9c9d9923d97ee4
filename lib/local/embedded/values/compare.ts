/* Whether two values are the same, and which of two comes first. */
import { compareNumbers, Decimal, formatNumber, type Numeric } from "./decimal.ts";
import { getMember, isNumeric, type Scalar, type Value, type ValueMap, ValueSet } from "./value.ts";

/** Deep; the order of a set and of a map's members does not count. */
export function areEqual(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((each, i) => areEqual(each, b[i] as Value));
  if (Array.isArray(b)) return false;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof ValueSet) return b instanceof ValueSet && areSameSets(a, b);
  if (a instanceof Decimal) return b instanceof Decimal && compareNumbers(a, b) === 0;
  if (b instanceof Uint8Array || b instanceof ValueSet || b instanceof Decimal) return false;
  return areSameMaps(a, b);
}

function areSameSets(a: ValueSet, b: ValueSet): boolean {
  if (a.type !== b.type || a.members.length !== b.members.length) return false;
  const texts = new Set(a.members.map(memberText));
  return b.members.every((member) => texts.has(memberText(member)));
}

function areSameMaps(a: ValueMap, b: ValueMap): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => {
    const other = getMember(b, name);
    return other !== undefined && areEqual(a[name] as Value, other);
  });
}

/** The text of a member: two members of sets of one type are equal if their texts are. */
export const memberText = (member: Scalar): string =>
  typeof member === "string"
    ? member
    : member instanceof Uint8Array
      ? Buffer.from(member).toString("latin1")
      : formatNumber(member);

/** Whether a string or a binary begins with another one. */
export function beginsWith(value: Value, start: Value): boolean {
  if (typeof value === "string") return typeof start === "string" && value.startsWith(start);
  return (
    value instanceof Uint8Array &&
    start instanceof Uint8Array &&
    Buffer.compare(value.subarray(0, start.length), start) === 0
  );
}

/** The order of two strings, numbers or binaries; undefined if they cannot be compared. */
export function compareValues(a: Value, b: Value): number | undefined {
  if (typeof a === "string") return typeof b === "string" ? compareText(a, b) : undefined;
  if (isNumeric(a)) return isNumeric(b) ? compareNumbers(a, b as Numeric) : undefined;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  return undefined;
}

export type OrderComparator = "=" | "<" | "<=" | ">" | ">=";

/** Whether two values that are in this order fulfill `a < b`, and so on. */
export function isInOrder(order: number, comparator: OrderComparator): boolean {
  switch (comparator) {
    case "=":
      return order === 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

/** Compares by UTF-8 bytes, which is the order of code points. UTF-16 would put the characters past U+FFFF before U+E000. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
