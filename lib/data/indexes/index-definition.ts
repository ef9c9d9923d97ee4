/*
 * What an index is made of: the order of its records, and the filter that says which records it has. Both are those of views. An index can
 * have a field if the record says what its cells show, together with the schema and the names of people.
 *
 * The basis of an index says what its keys, and its filter, depend on. While it is the same, they are valid.
 */

import { createHash } from "node:crypto";
import { visitorId } from "#lib/data/identity/caller";
import { isChanging, isLink, type LinkField } from "#lib/data/links/link-items";
import { noFiles } from "#lib/data/records/named-cells";
import type { IndexItem } from "#lib/data/schema/table-schema";
import { carrierOf } from "#lib/engine/cells/carried-cells";
import { comparatorOf } from "#lib/engine/comparators/index";
import { findByName, type SelectOptions } from "#lib/engine/field-types/shared/choices";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsFiles, holdsPeople } from "#lib/engine/fields/field";
import { allNeeded, lookupsIn } from "#lib/engine/fields/formula-inputs";
import { kindOf } from "#lib/engine/fields/formula-kinds";
import { type LookupSource, shownIn, sourceOf } from "#lib/engine/fields/lookups";
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
const keyVersion = 4;

/** Keys in an index depend on no caller and no time. Of people they know the names (live-indexes.ts). */
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
 * Whether an index can have this field: whatever changes what it shows also writes the record, or ends the index. Late formulas change by
 * themselves; lookups of links, files, people and further lookups are read from other records. Formulas of files show visitors of a share another
 * text than members: no tokens.
 */
export function isIndexable(field: Field): boolean {
  const needed = allNeeded([field]);
  return needed.every(isFollowed) && !(field.formula && needed.some(holdsFiles));
}

function isFollowed(field: Field): boolean {
  if (field.hasError || kindOf(field).isLate) return false;
  // the job that moves the links writes cells by itself
  if (isLink(field) && isChanging(field.options)) return false;
  if (!field.lookupOptions) return true;
  const source = sourceOf(field);
  return (
    source !== undefined &&
    carrierOf(field, source) !== undefined &&
    !showsPeople(field) &&
    !changesWithTime(field, source)
  );
}

/** Whether its own filter compares with today, or with a formula that does. */
const changesWithTime = (lookup: Field, source: LookupSource): boolean =>
  (lookup.lookupOptions?.filter ? itemsOf(lookup.lookupOptions.filter) : []).some(({ value }) =>
    isRelative(value),
  ) || shownIn(lookup, source).some((each) => kindOf(each).isLate);

/** Whether cells name people: then they are sorted by names, and other names end the index (end-renamed.ts). */
export const showsPeople = (field: Field): boolean =>
  allNeeded([field]).some((each) => {
    const source = sourceOf(each);
    return holdsPeople(each) || (source && shownIn(each, source).some(showsPeople));
  });

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
    return (
      !field || (isIndexable(field) && !isRelative(value) && !(holdsPeople(field) && namesCaller(value)))
    );
  });

const namesCaller = (value: FilterItem["value"]): boolean => [value].flat().includes("Me");

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
  const links = allNeeded(fields).filter(isLink);
  const parts = [
    keyVersion,
    orders.map(({ field }) => [
      field.type,
      field.formula && inputsOf(field),
      // a rating with fewer stars has the same type, and one that gets more again reads its former cells as they were
      ...(field.former ? [field.former.length, field.options] : []),
    ]),
    bases.map((basis, i) => basis.slice(0, lengths[i])),
    ...(links.length > 0 ? [links.map(storageOf), lookupsIn(fields).map(meaningOfLookup)] : []),
    ...(filter ? [filter, items.map((item, i) => meaningOf(item, filtered[i]))] : []),
  ];
  const hash = createHash("sha256")
    .update(JSON.stringify(parts, sortMembers))
    .digest("base64url")
    .slice(0, 12);
  return { lengths, hash };
}

/** When a relationship was changed, cells were written without the index. */
const storageOf = ({ options }: LinkField) => options.storage ?? null;

/** What a lookup shows of the records that its link carries. */
function meaningOfLookup(lookup: Field): unknown {
  const source = sourceOf(lookup);
  if (!source) return null;
  const { link, field, fields } = source;
  const { filter } = lookup.lookupOptions ?? {};
  const meanings = (filter ? itemsOf(filter) : []).map((item) =>
    meaningOf(
      item,
      fields.find(({ id }) => id === item.fieldId),
    ),
  );
  return [link.carries?.id, lookup.lookupOptions, meanings, field.formula ? inputsOf(field) : field.type];
}

/** What the result of a formula depends on. */
const inputsOf = (field: Field): unknown =>
  allNeeded([field]).map(({ id, type, options, formula }) => [id, type, options, formula?.tree]);

/** What an item of a filter depends on. Choices that are added matter only if the item names them. */
function meaningOf({ value }: FilterItem, field: Field | undefined): unknown {
  if (!field) return null;
  const { choices } = field.options as Partial<SelectOptions<unknown>>;
  if (field.formula || field.former || !choices) return inputsOf(field);
  return [field.type, [value].flat().map((each) => findByName(choices, String(each))?.id ?? null)];
}
