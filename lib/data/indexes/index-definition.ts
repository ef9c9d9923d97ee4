/*
 * What defines an index: the order of its records, and the filter that decides which records it has. Both come from views or requests. An
 * index can use a field if the record itself, the schema and the names of people decide what its cells show.
 *
 * The basis of an index is a fingerprint of everything that its keys and its filter depend on. While it stays the same, they are valid.
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
import { type Field, holdsFiles, holdsLinks, holdsPeople, typeOf } from "#lib/engine/fields/field";
import { allNeeded, lookupsIn } from "#lib/engine/fields/formula-inputs";
import { kindOf } from "#lib/engine/fields/formula-kinds";
import { type LookupSource, shownIn, sourceOf } from "#lib/engine/fields/lookups";
import type { Ordered } from "#lib/engine/query/ordering";
import { sortMembers } from "#lib/schemas/basics/sort-members";
import { type Filter, type FilterItem, isFilterGroup, itemsOf } from "#lib/schemas/tables/filter";

/** The members of an index that define it. */
export type IndexDefinition = Pick<IndexItem, "orders" | "filter" | "groups">;

/** A definition, with its fields resolved. */
export interface DefinedIndex {
  orders: Ordered[];
  /** Whether it has an entry for each value of the cells of its only field. */
  values?: true;
  filter?: Filter;
  /** The field of an item of the filter. Undefined if it was deleted: then the item is ignored. */
  fieldOf(id: string): Field | undefined;
}

/** Raised when the code makes keys in another way: then all indexes are made again. */
const keyVersion = 4;

/** Keys in an index depend on no caller and no time, but on the names of people (live-indexes.ts). */
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
 * Whether an index can use this field: everything that changes what its cells show must also write the record, or end the index. Not
 * formulas that depend on the time, because their results change without a write; nor lookups of links, files, people and lookups, which
 * are read from other records. Nor formulas of files: for visitors of a share their text is different.
 */
export function isIndexable(field: Field): boolean {
  const needed = allNeeded([field]);
  return needed.every(isFollowed) && !(field.formula && needed.some(holdsFiles));
}

function isFollowed(field: Field): boolean {
  if (field.hasError || kindOf(field).isLate) return false;
  // the job that moves these links writes cells without keeping indexes
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

/** Whether the filter of the lookup compares with today, or with a formula that depends on the time. */
const changesWithTime = (lookup: Field, source: LookupSource): boolean =>
  (lookup.lookupOptions?.filter ? itemsOf(lookup.lookupOptions.filter) : []).some(({ value }) =>
    isRelative(value),
  ) || shownIn(lookup, source).some((each) => kindOf(each).isLate);

/** Whether cells are sorted by names of people: then a new name ends the index (end-renamed.ts). */
export const showsPeople = (field: Field): boolean =>
  allNeeded([field]).some((each) => {
    const source = sourceOf(each);
    return holdsPeople(each) || (source && shownIn(each, source).some(showsPeople));
  });

/** Whether an index of the field's values has an entry for each value of a cell. */
export const holdsValues = (field: Field): boolean =>
  holdsPeople(field) || holdsLinks(field) || typeOf(field).family(field.options) === "choices";

/** Resolves the fields of a definition. Undefined if a field of the order was deleted, or if an index cannot use one of the fields. */
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
  const values = orders[0]?.values;
  if (values && !found.every(({ field }) => holdsValues(field))) return undefined;
  const defined: DefinedIndex = { orders: found, ...(values && { values }), fieldOf };
  if (!filter) return defined;
  return isIndexableFilter(filter, fieldOf) ? { ...defined, filter } : undefined;
}

/** Whether the filter gives the same result for a record at any time, for every caller. */
export const isIndexableFilter = (filter: Filter, fieldOf: (id: string) => Field | undefined): boolean =>
  itemsOf(filter).every(({ fieldId, value }) => {
    const field = fieldOf(fieldId);
    return (
      !field || (isIndexable(field) && !isRelative(value) && !(holdsPeople(field) && namesCaller(value)))
    );
  });

const namesCaller = (value: FilterItem["value"]): boolean => [value].flat().includes("Me");

/** Combines these filters into one that names fields by id, as views do; undefined without any. */
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

/** Whether the value is a range of days around today. */
const isRelative = (value: FilterItem["value"]): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  value.mode !== "exactDate" &&
  value.mode !== "exactFormatDate";

/** What keys and filter depend on. Of a list in which keys are positions, only its former length counts, because appended elements change no key. */
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
      // a rating with fewer stars keeps its type; if it gets more stars again, its former cells count as they were
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

/** A change of relationship writes cells without the index. */
const storageOf = ({ options }: LinkField) => options.storage ?? null;

/** The parts of a lookup that decide what it shows of the records that its link carries. */
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

/** The parts of a formula that decide its result. */
const inputsOf = (field: Field): unknown =>
  allNeeded([field]).map(({ id, type, options, formula }) => [id, type, options, formula?.tree]);

/** The parts that decide the result of an item of a filter. Added choices matter only if the item names them. */
function meaningOf({ value }: FilterItem, field: Field | undefined): unknown {
  if (!field) return null;
  const { choices } = field.options as Partial<SelectOptions<unknown>>;
  if (field.formula || field.former || !choices) return inputsOf(field);
  return [field.type, [value].flat().map((each) => findByName(choices, String(each))?.id ?? null)];
}
