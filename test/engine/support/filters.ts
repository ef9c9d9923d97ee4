/* Compares filters with the plain reference model. */
import { expect } from "vitest";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { makeMatcher } from "#lib/engine/query/filtering";
import type { Filter, FilterItem } from "#lib/schemas/tables/filter";
import { plainMatch } from "#test/support/plain-model/plain-filter";
import { context } from "../field-types/support.ts";
import { askedOf, fields } from "./tables.ts";

export const and = (...filterSet: Filter["filterSet"]): Filter => ({ conjunction: "and", filterSet });

/** Date values with a time zone, which must make no difference. */
export const day = (mode: string, more = {}) =>
  ({ mode, timeZone: "Asia/Tokyo", ...more }) as FilterItem["value"];

export const matches = (
  item: Filter["filterSet"][number],
  record: StoredRecord,
  now = context.now,
  known = fields,
): boolean =>
  makeMatcher(and(item), (id) => known.find((field) => field.id === id), { ...context, now })(record);

/** Expects the engine to match the same records as the contract; returns how many records were compared. */
export function compare(filter: Filter, list: StoredRecord[], known = fields, now = context.now): number {
  const at = { ...context, now };
  const match = makeMatcher(filter, (id) => known.find((field) => field.id === id), at);
  for (const record of list) {
    const [result, expected] = [match(record), plainMatch(filter, record, known, askedOf(at)) ?? true];
    if (result !== expected)
      expect({ filter, record, matches: result }).toEqual({ filter, record, matches: expected });
  }
  return list.length;
}
