/* Compares filters with the plain reference model. */
import { expect } from "vitest";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { rangeOfFilters } from "#lib/engine/query/filter-range";
import { makeMatcher } from "#lib/engine/query/filtering";
import { makeOrderer } from "#lib/engine/query/ordering";
import { type Filter, type FilterItem, itemsOf } from "#lib/schemas/tables/filter";
import type { PlainField } from "#test/support/plain-model/plain-families";
import { plainMatch } from "#test/support/plain-model/plain-filter";
import { context } from "../field-types/support.ts";
import { askedOf, fields } from "./tables.ts";

export const and = (...filterSet: Filter["filterSet"]): Filter => ({ conjunction: "and", filterSet });

/** A date value of a filter, in a time zone that most fields do not have. */
export const day = (mode: string, more = {}) =>
  ({ mode, timeZone: "Asia/Tokyo", ...more }) as FilterItem["value"];

export const matches = (
  item: Filter["filterSet"][number],
  record: StoredRecord,
  now = context.now,
  known: Field[] = fields,
): boolean =>
  makeMatcher(and(item), (id) => known.find((field) => field.id === id), { ...context, now })(record);

/** Expects the engine to match the same records as the contract; returns how many records were compared. */
export function compare(
  filter: Filter,
  list: StoredRecord[],
  known: PlainField[] = fields,
  now = context.now,
): number {
  const at = { ...context, now };
  const fieldOf = (id: string) => known.find((field) => field.id === id);
  const match = makeMatcher(filter, fieldOf, at);
  const ranges = rangesOf(filter, fieldOf, at);
  for (const record of list) {
    const [result, expected] = [match(record), plainMatch(filter, record, known, askedOf(at)) ?? true];
    if (result !== expected)
      expect({ filter, record, matches: result }).toEqual({ filter, record, matches: expected });
    if (!result) continue;
    for (const { keyOf, ranges: some, order } of ranges) {
      const key = keyOf(record);
      if (!some.some(({ from = "", to }) => key >= from && (to === undefined || key < to)))
        expect({ filter, record, order, key, ranges: some }).toBe("in a range");
    }
  }
  return list.length;
}

/** In an order by a field of the filter, what matches is in the ranges of the filter. */
function rangesOf(filter: Filter, fieldOf: (id: string) => Field | undefined, at: CellContext) {
  const named = new Set(itemsOf(filter).map(({ fieldId }) => fieldOf(fieldId)));
  return [...named].flatMap((field) =>
    (["asc", "desc"] as const).flatMap((order) => {
      if (!field) return [];
      const { keyOf } = makeOrderer([{ field, order }], at);
      return [{ order, keyOf, ranges: rangeOfFilters([{ filter, fieldOf }], { field, order }, at).ranges }];
    }),
  );
}
