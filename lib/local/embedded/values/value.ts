/*
 * A value in the engine. JavaScript's own types are used where they fit, because JSON.parse makes these fastest:
 *
 *   S string · N number, or a Decimal if a double cannot hold it · BOOL boolean · NULL null · B Uint8Array
 *   L array · M plain object · SS, NS and BS a ValueSet
 */
import { Decimal, type Numeric } from "./decimal.ts";

export type Value =
  | string
  | number
  | boolean
  | null
  | Decimal
  | Uint8Array
  | ValueSet
  | Value[]
  | { [name: string]: Value };

export type ValueMap = { [name: string]: Value };

/** The attributes of an item by name. */
export type Item = ValueMap;

export type SetType = "SS" | "NS" | "BS";
export type ValueType = "S" | "N" | "B" | "BOOL" | "NULL" | "L" | "M" | SetType;

/** A set; its members are all of one type, and differ. */
export class ValueSet {
  readonly type: SetType;
  readonly members: readonly Scalar[];
  constructor(type: SetType, members: readonly Scalar[]) {
    this.type = type;
    this.members = members;
  }
}

/** A value that may be the member of a set, or a key. */
export type Scalar = string | Numeric | Uint8Array;

export function typeOf(value: Value): ValueType {
  switch (typeof value) {
    case "string":
      return "S";
    case "number":
      return "N";
    case "boolean":
      return "BOOL";
  }
  if (value === null) return "NULL";
  if (Array.isArray(value)) return "L";
  if (value instanceof ValueSet) return value.type;
  if (value instanceof Uint8Array) return "B";
  return value instanceof Decimal ? "N" : "M";
}

export const isMap = (value: Value | undefined): value is ValueMap =>
  value !== undefined && typeOf(value) === "M";

export const isNumeric = (value: Value | undefined): value is Numeric =>
  typeof value === "number" || value instanceof Decimal;

/** The member of a map; members that JavaScript objects inherit do not count. */
export const getMember = (map: ValueMap, name: string): Value | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;

/** Sets a member of a map; assigning to `__proto__` would set no member. */
export function setMember<Each>(map: { [name: string]: Each }, name: string, value: Each): void {
  if (name === "__proto__")
    Object.defineProperty(map, name, { value, enumerable: true, configurable: true, writable: true });
  else map[name] = value;
}
