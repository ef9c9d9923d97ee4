/*
 * The indexes of a table that writers keep up to date, with the function that gives the key of a record.
 *
 * An index is live while its keys are valid: while its fields exist and its basis is what it was. A change of a field, such as another
 * order of choices or another time zone, ends that at once, in every call that reads the new schema. Then readers scan, writers write no
 * entries for it, and tend-indexes.ts replaces it.
 */

import { type LinkField, sidesOf } from "#lib/data/links/link-items";
import type { LinkSide } from "#lib/data/records/link-keys";
import { Lookups, linksIn } from "#lib/data/records/reading/lookups";
import type { Prepared } from "#lib/data/records/reading/open-reading";
import { createPeopleCache } from "#lib/data/records/reading/people-cache";
import { tableOfPart } from "#lib/data/records/record-keys";
import { keepLatest } from "#lib/data/schema/keep-latest";
import type { IndexItem, Schema } from "#lib/data/schema/table-schema";
import { carrierOf, isCarried } from "#lib/engine/cells/carried-cells";
import { newWork } from "#lib/engine/cells/cell-reader";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { holdsMany } from "#lib/engine/field-types/shared/links";
import { type Field, holdsLinks, holdsPeople } from "#lib/engine/fields/field";
import { lookupsIn } from "#lib/engine/fields/formula-inputs";
import { sourceOf } from "#lib/engine/fields/lookups";
import { makeMatcher } from "#lib/engine/query/filtering";
import { makePather } from "#lib/engine/query/grouping";
import { fieldsLookedInto } from "#lib/engine/query/looked-into";
import { makeOrderer } from "#lib/engine/query/ordering";
import { makeValueKeys } from "#lib/engine/query/value-keys";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { itemsOf } from "#lib/schemas/tables/filter";
import { type GroupPath, pathIdOf } from "./counts/count-items.ts";
import { basisOf, context, defineIndex, showsPeople } from "./index-definition.ts";
import { isKept, waitingKey } from "./index-items.ts";

/** A table with its indexes, and the fields that its records are written with. */
export type IndexedTable = Pick<Schema, "table" | "indexes"> & { fields: readonly Field[] };

export interface LiveIndex {
  item: IndexItem;
  /**
   * The marked records of other tables: their cells have changed, and records of this table still carry the former ones, by which the index
   * orders them. `back` is the side where these records are found. Undefined if there are too many: then the index is not read. When a
   * record gets the new cells, its entry moves.
   */
  stale: { back: LinkSide; id: RecordId }[] | undefined;
  /** Whether some records may have only an entry that waits (index-items.ts): pages read these separately. */
  mayWait: boolean;
  /** The fields of its order and of its filter. */
  fields: readonly Field[];
  /** Whether it sorts or filters by names of people. */
  namesPeople: boolean;
  /** Called before the records of a call or of a slice. Formulas of this index may then work as long as those of a call, or for this part of it. */
  begin(part?: number): void;
  /** What to await between two records, if formulas have worked for a long time. */
  turn(): Promise<unknown> | undefined;
  /** Reads the names of the people in these records; the functions below need them. */
  prepare<Each extends StoredRecord>(records: readonly Each[]): Promise<Prepared<Each>[]>;
  /**
   * The key of a record in the order; several in an index of values. None if the filter leaves the record out; `waitingKey` if the record
   * does not carry yet all that the order looks up.
   */
  keysOf(record: Prepared): string[];
  /** The group in which the record is counted. Undefined if the filter leaves it out, or if its entry waits. Absent if the index has no counts. */
  pathOf?: (record: Prepared) => GroupPath | undefined;
}

const known = new Map<TableId, Pick<Schema, "indexes"> & { fields: readonly Field[]; live: LiveIndex[] }>();

/** The indexes that writers keep. For an unchanged schema these are the same objects as last time. */
export function liveIndexes({ table, indexes, fields }: IndexedTable): LiveIndex[] {
  if (indexes.length === 0) return [];
  const kept = known.get(table.id);
  if (kept?.indexes === indexes && kept.fields === fields) return kept.live;
  const live = indexes.flatMap((item) => connect(item, fields) ?? []);
  keepLatest(known, table.id, { indexes, fields, live });
  return live;
}

function connect(item: IndexItem, fields: readonly Field[]): LiveIndex | undefined {
  if (!isKept(item)) return undefined;
  const defined = defineIndex(item, fields);
  if (!defined || basisOf(defined, item.basis.lengths).hash !== item.basis.hash) return undefined;
  const { orders, values, filter, fieldOf } = defined;
  const named = [
    ...orders.map(({ field }) => field),
    ...(filter ? itemsOf(filter).flatMap(({ fieldId }) => fieldOf(fieldId) ?? []) : []),
  ];
  // a filter compares people by id, so it needs no names
  const naming = named.filter((field, i) => (i < orders.length && !values) || field.formula);
  const people = createPeopleCache(naming);
  const lookups = new Lookups(named, undefined, carrierOf);
  const work = newWork();
  const reading = lookups.attach({ ...context, people, work });
  const carriers = lookupsIn(named).flatMap((lookup) => {
    const source = sourceOf(lookup);
    return source ? [carrierOf(lookup, source)] : [];
  });
  // a filter or a formula needs all links of a cell, but a record keeps only some of many
  const lookedInto = filter ? fieldsLookedInto(itemsOf(filter), fieldOf) : [];
  const links = linksIn([...lookedInto, ...named.filter(({ formula }) => formula)]).filter(({ options }) =>
    holdsMany((options as LinkField["options"]).relationship),
  );
  const isWaiting = (record: Prepared) =>
    carriers.some((carrier) => !carrier || !isCarried(record, carrier)) ||
    links.some(({ id }) => record.more?.[id]);
  const { keyOf } = makeOrderer(orders, reading);
  const [first] = orders;
  const keysIn =
    values && first ? makeValueKeys(first.field, reading) : (record: Prepared) => [keyOf(record)];
  const matches = filter && makeMatcher(filter, fieldOf, reading);
  const has = (record: Prepared) => matches?.(record) !== false;
  const live: LiveIndex = {
    item,
    stale: findStale(named, item),
    mayWait: carriers.length > 0 || links.length > 0,
    fields: named,
    namesPeople: naming.some(showsPeople),
    begin: (part) => work?.begin(part),
    turn: () => work?.turn(),
    async prepare<Each extends StoredRecord>(records: readonly Each[]) {
      await people.load(records);
      return records as Prepared<Each>[];
    },
    keysOf: (record) => (isWaiting(record) ? [waitingKey] : has(record) ? keysIn(record) : []),
  };
  if (item.groups === undefined) return live;
  const groups = orders.slice(0, item.groups);
  const grouped = makePather(groups, reading);
  // links and people are shown by names: while a new name spreads, cells of one group can have several keys
  const isRenamable = groups.some(({ field }) => holdsLinks(field) || holdsPeople(field));
  const pathOf = (record: Prepared) => {
    const identities = grouped.identitiesOf(record);
    const cells = grouped.cellsOf(record).map((cell) => cell ?? null);
    const key = grouped.keyOf(record);
    return { id: pathIdOf(identities, isRenamable ? key : undefined), identities, key, cells };
  };
  return { ...live, pathOf: (record) => (!isWaiting(record) && has(record) ? pathOf(record) : undefined) };
}

function findStale(fields: readonly Field[], { pk }: IndexItem): LiveIndex["stale"] {
  const sources = lookupsIn(fields).flatMap((lookup) => sourceOf(lookup) ?? []);
  if (sources.some(({ stale }) => !stale)) return undefined;
  const links = new Map(sources.map((source) => [source.link.id, source]));
  return [...links.values()].flatMap(({ link, stale = new Set() }) => {
    const { back } = sidesOf(link as LinkField, tableOfPart(pk));
    return [...stale].map((id) => ({ back, id }));
  });
}
