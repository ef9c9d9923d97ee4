/*
 * The values of cells that hold several, or a person, as keys of an index: a record has an entry for each. They are ids, so names do not
 * matter. A filter that names some of them becomes ranges of these keys, and must still be applied to each record there.
 */

import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { comparatorOf } from "#lib/engine/comparators/index";
import { eachOnce } from "#lib/engine/comparators/several";
import { findByName } from "#lib/engine/field-types/shared/choices";
import type { CellContext, StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { Family } from "#lib/engine/field-types/shared/operators";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { type KeyRange, orderKey, rangeOfEmpty, rangeOfKeys } from "#lib/engine/order-keys/order-key";
import { isRecordId } from "#lib/schemas/basics/ids";
import { type Filter, type FilterItem, isFilterGroup } from "#lib/schemas/tables/filter";
import { choicesOf, isApplicable } from "./check-filter.ts";
import { type AskedFilter, conditionsOf, mostRanges } from "./filter-range.ts";
import { readItem } from "./filtering.ts";

const familyOf = (field: Field): Family => typeOf(field).family(field.options);

/** A record whose cell has more has one entry, which each look-up reads besides. */
const mostValues = 32;
/** The sort key of such a cell: no id is empty. */
const many = "";

const keyed = { isText: false, isDescending: false };
const keyOf = (value: string | null) => orderKey([keyed], [value]);

/** Makes the function that gives the keys of a record; one that stands for an empty cell if it has no value. */
export function makeValueKeys(field: Field, context: CellContext): (record: StoredRecord) => string[] {
  const { cellOf } = comparatorOf(field, context);
  return (record) => {
    // of very many links the record keeps only some
    if (record.more?.[field.id]) return [keyOf(many)];
    const cell = cellOf(record);
    const ids = cell === undefined ? [] : idsIn(cell);
    if (ids.length > mostValues) return [keyOf(many)];
    return ids.length === 0 ? [keyOf(null)] : ids.map(keyOf);
  };
}

/** Sorted, each once. A filter may name a linked record by its title: one that looks like an id counts as an id, too. */
function idsIn(cell: StoredCell): string[] {
  const ids = (Array.isArray(cell) ? cell : [cell]).flatMap((value) => {
    if (typeof value !== "object") return String(value);
    const title = "title" in value && value.title !== undefined && isRecordId(value.title) ? value.title : [];
    return [value.id, title].flat();
  });
  return eachOnce(ids).toSorted();
}

/** For each part of these filters that names values: the ranges in which all records that match have an entry. Each list is enough. */
export function rangesOfValues(
  filters: readonly AskedFilter[],
  field: Field,
  context: CellContext,
): KeyRange[][] {
  const found = filters.flatMap(({ filter, fieldOf }) => {
    const valuesOf = (entry: Filter | FilterItem) =>
      isFilterGroup(entry) || fieldOf(entry.fieldId)?.id !== field.id ? [] : namedBy(entry, field, context);
    return conditionsOf(filter).flatMap((entry) => {
      if (!isFilterGroup(entry)) return valuesOf(entry);
      // of an "or" group, records may have the values of any item
      const each = entry.filterSet.map((one) => valuesOf(one)[0]);
      return each.every((values) => values !== undefined) ? [[...new Set(each.flat())]] : [];
    });
  });
  const mayBeMany = hasMany(field) ? [many] : [];
  return found
    .map((values) => (values.every((each) => each === null) ? values : [...values, ...mayBeMany]))
    .map((values) => values.map(rangeOfValue))
    .filter(({ length }) => length <= mostRanges);
}

const rangeOfValue = (value: string | null): KeyRange =>
  value === null ? rangeOfEmpty(keyed, true) : rangeOfKeys(keyed, { least: value, most: value });

function hasMany(field: Field): boolean {
  const values = choicesOf(field)?.length ?? Number.POSITIVE_INFINITY;
  return familyOf(field) !== "person" && values > mostValues;
}

/** Lists of values: of each list, a record that matches the item has one. None if that cannot be said. */
function namedBy(item: FilterItem, field: Field, context: CellContext): (string | null)[][] {
  if (!isApplicable(item, field)) return [];
  const { operator, value } = readItem(item, field, context);
  if (operator === "isEmpty") return [[null]];
  if (value === null) return [];
  const ids = [value].flat().map((each) => idOf(String(each), field, context));
  if (operator === "hasAllOf" || operator === "isExactly") return ids.flatMap((id) => (id ? [[id]] : []));
  const isAny = operator === "is" || operator === "isAnyOf" || operator === "hasAnyOf";
  const known = ids.filter((id) => id !== undefined);
  return isAny && known.length === ids.length ? [known] : [];
}

/** The id that a value of a filter means; undefined if it may mean several, as a title does, or if the caller is not known. */
function idOf(value: string, field: Field, { me }: CellContext): string | undefined {
  const family = familyOf(field);
  if (family === "choices") return findByName(choicesOf(field) ?? [], value)?.id ?? value;
  if (family === "person" || family === "people") return value === "Me" ? me || undefined : value;
  return isRecordId(value) ? value : undefined;
}
