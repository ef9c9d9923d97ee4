/*
 * What an index is made of: the order of its records, and the filter that says which records it has. Both are those of views. An index can
 * have a field only if its cells follow from the record and the schema alone.
 *
 * The basis of an index says what its keys, and its filter, depend on. While it is the same, they are valid.
 */

import { createHash } from "node:crypto";
import { visitorId } from "#lib/data/identity/caller";
import { noFiles } from "#lib/data/records/named-cells";
import type { IndexItem } from "#lib/data/schema/table-schema";
import { comparatorOf } from "#lib/engine/comparators/index";
import { findByName, type SelectOptions } from "#lib/engine/field-types/shared/choices";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsFiles, holdsLinks, holdsPeople } from "#lib/engine/fields/field";
import { allNeeded } from "#lib/engine/fields/formula-inputs";
import type { Ordered } from "#lib/engine/query/ordering";
import { sortMembers } from "#lib/schemas/basics/sort-members";
import { type Filter, type FilterItem, isFilterGroup, itemsOf } from "#lib/schemas/tables/filter";

/** The members of an index that define it. */
export type IndexDefinition = Pick<IndexItem, "orders" | "filter" | "groups">;

/** A definition with its fields. */
export interface DefinedIndex {
  orders: Ordered[];
  filter?: Filter;
  /** The field of an item of the filter; undefined if it was deleted: then the item is ignored. */
  fieldOf(id: string): Field | undefined;
}

/** Raised when keys are made in another way: then all indexes are made again. */
const keyVersion = 2;

/** Keys in an index depend on the record and the schema only, so no person is known here, and no time. */
export const context: CellContext = {
  now: new Date(0).toISOString(),
  me: visitorId,
  people: { byId: () => undefined, byText: () => undefined },
  files: noFiles,
  targetsOf: () => ({ byId: () => undefined, byTitle: () => undefined }),
  addressOf: () => "",
  showEmails: false,
};

/**
 * Whether an index can have this field: its key follows from the record and the schema alone. Names of people, titles of links and
 * what is looked up change without a write of the record; late formulas change by themselves.
 */
export const isIndexable = (field: Field): boolean =>
  !field.hasError &&
  !field.formula?.isLate &&
  allNeeded([field]).every(
    (each) =>
      !each.lookupOptions && (each.formula || !(holdsPeople(each) || holdsFiles(each) || holdsLinks(each))),
  );

/** The definition with its fields; undefined if a field of the order is gone, or if an index cannot have one of them. */
export function defineIndex(
  { orders, filter }: IndexDefinition,
  fields: readonly Field[],
): DefinedIndex | undefined {
  const fieldOf = (id: string) => fields.find((field) => field.id === id);
  const found = orders.flatMap(({ fieldId, order }) => {
    const field = fieldOf(fieldId);
    return field && isIndexable(field) ? [{ field, order }] : [];
  });
  if (found.length !== orders.length) return undefined;
  if (!filter) return { orders: found, fieldOf };
  return isIndexableFilter(filter, fieldOf) ? { orders: found, filter, fieldOf } : undefined;
}

/** Whether it says the same of a record at any time, for every caller. */
export const isIndexableFilter = (filter: Filter, fieldOf: (id: string) => Field | undefined): boolean =>
  itemsOf(filter).every(({ fieldId, value }) => {
    const field = fieldOf(fieldId);
    return (!field || isIndexable(field)) && !isRelative(value);
  });

/** All of them as one filter that names fields by their ids, as views do; undefined without any. */
export function combineFilters(
  filters: readonly { filter: Filter; fieldOf(key: string): Field | undefined }[],
): Filter | undefined {
  const byId = filters.map(({ filter, fieldOf }) => withIds(filter, fieldOf));
  const [only] = byId;
  return byId.length > 1 ? { conjunction: "and", filterSet: byId } : only;
}

function withIds(filter: Filter, fieldOf: (key: string) => Field | undefined): Filter {
  const filterSet = filter.filterSet.map((entry) =>
    isFilterGroup(entry)
      ? withIds(entry, fieldOf)
      : { ...entry, fieldId: fieldOf(entry.fieldId)?.id ?? entry.fieldId },
  );
  return { ...filter, filterSet };
}

export const isSameFilter = (one: Filter | undefined, other: Filter | undefined): boolean =>
  one === other || JSON.stringify(one, sortMembers) === JSON.stringify(other, sortMembers);

/** Whether it is a range of days around today. */
const isRelative = (value: FilterItem["value"]): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  value.mode !== "exactDate" &&
  value.mode !== "exactFormatDate";

/** What keys and filter depend on; the lists that keys are positions in only as long as they were. */
export function basisOf(
  { orders, filter, fieldOf }: DefinedIndex,
  known?: readonly number[],
): IndexItem["basis"] {
  const items = filter ? itemsOf(filter) : [];
  const filtered = items.map(({ fieldId }) => fieldOf(fieldId));
  const fields = [...orders.map(({ field }) => field), ...filtered.filter((field) => field !== undefined)];
  const bases = fields.flatMap((field) => {
    const { basis } = comparatorOf(field, context);
    return basis ? [basis] : [];
  });
  const lengths = bases.map((basis, i) => known?.[i] ?? basis.length);
  const parts = [
    keyVersion,
    orders.map(({ field }) => [
      field.type,
      field.formula && allNeeded([field]).map(sourceOf),
      // a rating with fewer stars has the same type
      ...(field.former ? [field.former.length] : []),
    ]),
    bases.map((basis, i) => basis.slice(0, lengths[i])),
    ...(filter ? [filter, items.map((item, i) => meaningOf(item, filtered[i]))] : []),
  ];
  const hash = createHash("sha256")
    .update(JSON.stringify(parts, sortMembers))
    .digest("base64url")
    .slice(0, 12);
  return { lengths, hash };
}

/** What the result of a formula depends on. */
const sourceOf = ({ id, type, options, formula }: Field) => [id, type, options, formula?.tree];

/** What an item of a filter depends on. Choices that are added matter only if the item names them. */
function meaningOf({ value }: FilterItem, field: Field | undefined): unknown {
  if (!field) return null;
  const { choices } = field.options as Partial<SelectOptions<unknown>>;
  if (field.formula || !choices) return allNeeded([field]).map(sourceOf);
  return [field.type, [value].flat().map((each) => findByName(choices, String(each))?.id ?? null)];
}
