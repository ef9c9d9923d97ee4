/*
 * Shows linked records beside the cells that link them (`expand`), one level or two. Imported only for queries that ask for it.
 *
 *   page ── ids in the cells ──▶ linked records ── ids in their cells ──▶ records of the second level
 *
 * Each linked record is read once, however many cells link it. If there are more than one answer may show, the page ends before the record
 * that asks for too many, and its cursor goes on there. One round trip for the schemas, and for each level
 * one for a hundred records, and one for each 400 more.
 */

import type { Caller } from "#lib/data/identity/caller";
import { isLink, type LinkField } from "#lib/data/links/link-items";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { projectRecord, showRecords, withAllLinks } from "#lib/data/records/show-records";
import { findMany, type Schema, schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import { sizeOf } from "#lib/engine/cells/record-size";
import { readStored, type StoredRecord } from "#lib/engine/cells/stored-cells";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import type { Field } from "#lib/engine/fields/field";
import { findNamedTwice, makeFieldKeys } from "#lib/engine/fields/field-keys";
import { type Issue, invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Expand } from "#lib/schemas/records/expand";
import type { Expanded, ExpandedRecord, Record, RecordQuery } from "#lib/schemas/records/record";
import { getItems, type Key, keyText } from "#lib/store/store";

interface Query extends Pick<RecordQuery, "fieldKeyType" | "cellFormat"> {
  expand?: Expand | undefined;
}

/** A link field whose records are shown. */
interface Wanted {
  field: LinkField;
  take: number;
  /** The table that it links to. `projection` has the keys of the fields to show; undefined for all. */
  schema: Schema;
  projection: string[] | undefined;
  inside: Wanted[];
}

/** The first of these records, as `shown` has them, with the records that they link. Throws 400 if not even the first one can be shown. */
export async function expandPage(
  records: RecordItem[],
  shown: Record[],
  ...[schema, query, caller]: [Expandable, Query, Caller]
): Promise<Record[]> {
  const wanted = await planExpand(schema, { sent: query.expand ?? {}, path: ["expand"] }, query, caller);
  const empty = { tables: new Map(), sizes: new Map() };
  const shelf = { left: limits.recordsExpanded, bytes: limits.responseBytes, ...empty };
  const expanded = await expandRecords(records, wanted, shelf, query, caller);
  if (expanded.length === 0 && records.length > 0) throw invalid([{ path: "expand", message: tooMany }]);
  return shown.slice(0, expanded.length).map((record, i) => ({ ...record, expanded: expanded[i] }));
}

const tooMany = `a record links to more than one answer may show, which is ${limits.recordsExpanded} linked records or ${limits.responseBytes} bytes of them; ask for fewer with take, or for fewer link fields`;

/** A table, with the fields that the caller may see. */
type Expandable = Pick<Schema, "table"> & { fields: readonly Field[] };

/** Throws 404 for a field or table that the caller cannot see, 400 for a field that is no link field. */
async function planExpand(
  { fields, table }: Expandable,
  { sent, path }: { sent: Expand; path: string[] },
  query: Query,
  caller: Caller,
): Promise<Wanted[]> {
  const keys = makeFieldKeys<Field>(fields, query.fieldKeyType);
  const unknown: Issue[] = [];
  const twice = findNamedTwice(keys, Object.keys(sent));
  const wrong = twice.map(({ key, message }): Issue => ({ path: pathOf([...path, key]), message }));
  const found = Object.entries(sent).flatMap(([key, asked]) => {
    const at = [...path, key];
    const field = keys.get(key);
    if (!field) unknown.push({ path: pathOf(at), message: keys.explain(key) });
    else if (!isLink(field)) wrong.push({ path: pathOf(at), message: "must be a link field" });
    else return [{ at, field, asked }];
    return [];
  });
  if (wrong.length > 0) throw invalid(wrong);
  const tables = await findMany(found.map(({ field }) => field.options.foreignTableId));
  const open = new Map<TableId, TableItem>();
  for (const each of tables)
    if (each.baseId === table.baseId || (await caller.mayReadIn?.(each.baseId))) open.set(each.id, each);
  const planned = found.map(async ({ at, field, asked }): Promise<Wanted[]> => {
    const linked = open.get(field.options.foreignTableId);
    if (!linked) {
      unknown.push({ path: pathOf(at), message: noTable });
      return [];
    }
    const schema = await schemaOf(linked);
    const { fields: projection, take = limits.recordsExpanded, expand = {} } = asked;
    if (projection) projectRecord(schema.fields, query.fieldKeyType, projection, [...at, "fields"]);
    const inside = await planExpand(schema, { sent: expand, path: [...at, "expand"] }, query, caller);
    return [{ field, take, schema, projection, inside }];
  });
  const wanted = (await Promise.all(planned)).flat();
  if (unknown.length > 0) throw unknownInside(unknown);
  return wanted;
}

const noTable = "links to a table that does not exist, or that you may not read";

/** The linked records of one table that were read; undefined for one that does not exist. */
type Read = Map<RecordId, RecordItem | undefined>;

/** The linked records that were read, and how many more may be. */
interface Shelf {
  left: number;
  bytes: number;
  tables: Map<TableId, Read>;
  /** How many bytes of JSON each has of what is shown: few records may be shown beside very many others. */
  sizes: Map<Expanded | ExpandedRecord | undefined, number>;
}

/** A link field whose records are shown. `linksOf` gives the first `take` records that a record links. */
interface Source extends Wanted {
  read: Read;
  linksOf(record: StoredRecord): RecordId[];
}

function sourceOf(wanted: Wanted, { tables }: Shelf): Source {
  const { field, take, schema } = wanted;
  const read: Read = tables.get(schema.table.id) ?? new Map();
  tables.set(schema.table.id, read);
  const cellOf = readStored(field);
  return { ...wanted, read, linksOf: (record) => linkedIds(cellOf(record)).slice(0, take) };
}

/** What is shown beside each of the first records; ends before the record whose linked records do not fit. */
async function expandRecords(
  records: StoredRecord[],
  wanted: Wanted[],
  shelf: Shelf,
  ...how: [Query, Caller]
): Promise<Expanded[]> {
  const [{ fieldKeyType }, caller] = how;
  const long = wanted.filter(({ take }) => take > limits.linksKept).map(({ field }) => field);
  const read = await withAllLinks(records, long, caller);
  // the last ones are as they were if the others have very many links
  const full = firstOf(read, (each, i) => each !== records[i] || !long.some(({ id }) => each.more?.[id]));
  const sources = wanted.map((each) => sourceOf(each, shelf));
  await readLinked(full, sources, shelf);
  let fitting = firstOf(full, (record) =>
    sources.every(({ linksOf, read }) => linksOf(record).every((id) => read.has(id))),
  );
  const columns: { source: Source; shown: Map<RecordId, ExpandedRecord | null> }[] = [];
  for (const source of sources) {
    const shown = await showLinked(fitting, source, shelf, ...how);
    columns.push({ source, shown });
    fitting = firstOf(fitting, (record) => source.linksOf(record).every((id) => shown.has(id)));
  }
  const all: Expanded[] = [];
  let room = limits.responseBytes;
  for (const record of fitting) {
    const before = room;
    const cells = columns.map(({ source: { field, linksOf }, shown }) => {
      const linked = linksOf(record).flatMap((id) => shown.get(id) ?? []);
      for (const each of linked) room -= shelf.sizes.get(each) ?? 0;
      return [field[fieldKeyType], linked] as const;
    });
    if (room < 0) break;
    const expanded: Expanded = Object.fromEntries(cells);
    shelf.sizes.set(expanded, before - room);
    all.push(expanded);
  }
  return all;
}

/** The records that these link, as they are shown; null for one that does not exist. Without those that do not fit. */
async function showLinked(
  records: StoredRecord[],
  { linksOf, read, schema, projection, inside }: Source,
  shelf: Shelf,
  ...[{ fieldKeyType, cellFormat }, caller]: [Query, Caller]
): Promise<Map<RecordId, ExpandedRecord | null>> {
  const ids = [...new Set(records.flatMap(linksOf))];
  const items = ids.flatMap((id) => read.get(id) ?? []);
  const how = { fieldKeyType, cellFormat };
  const beside = inside.length > 0 ? await expandRecords(items, inside, shelf, how, caller) : undefined;
  const fitting = items.slice(0, beside?.length);
  const shown = await showRecords(fitting, schema.fields, { ...how, projection, base: schema.table }, caller);
  return new Map([
    ...ids.filter((id) => !read.get(id)).map((id) => [id, null] as const),
    ...shown.map(({ id, name, fields }, i) => {
      const own = { id, name, fields };
      const expanded = beside?.[i];
      const each = expanded ? { ...own, expanded } : own;
      shelf.sizes.set(each, Buffer.byteLength(JSON.stringify(own)) + (shelf.sizes.get(expanded) ?? 0));
      return [id, each] as const;
    }),
  ]);
}

const [firstWave, largestWave] = [100, 400];

/** Reads the records that these link, in their order, until no more may be read. */
async function readLinked(records: StoredRecord[], sources: Source[], shelf: Shelf): Promise<void> {
  const fresh = new Map<string, { key: Key; id: RecordId; read: Read }>();
  for (const record of records)
    for (const { linksOf, read, schema } of sources)
      for (const id of linksOf(record)) {
        const key = recordKey(schema.table.id, id);
        if (fresh.size < shelf.left && !read.has(id)) fresh.set(keyText(key), { key, id, read });
      }
  shelf.left -= fresh.size;
  const wanted = [...fresh.values()];
  // the first wave is small, because what is read and does not fit is waste; no wave fills the memory
  for (
    let from = 0, size = firstWave;
    from < wanted.length && shelf.bytes > 0;
    from += size, size = largestWave
  ) {
    const wave = wanted.slice(from, from + size);
    for (const { id, read } of wave) read.set(id, undefined);
    for (const item of await getItems<RecordItem>(wave.map(({ key }) => key))) {
      fresh.get(keyText(item))?.read.set(item.id, item);
      shelf.bytes -= sizeOf(item);
    }
  }
}

/** The records before the first one of which this is not true. */
function firstOf<Each>(records: Each[], isSo: (record: Each, i: number) => boolean): Each[] {
  const end = records.findIndex((record, i) => !isSo(record, i));
  return end === -1 ? records : records.slice(0, end);
}
