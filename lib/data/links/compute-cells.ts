/* Computes the cells of link fields again: which records they link now, and the titles of these. */

import { byPlace, type LinkItem, linksOf } from "#lib/data/records/link-keys";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { titlesOf } from "#lib/data/records/titles";
import { find as findTable, type Schema, schemaOf } from "#lib/data/schema/table-schema";
import { isOfPresentShape, withPresentShape } from "#lib/engine/cells/stored-cells";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import type { FieldId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { getItems, readAll, readPage } from "#lib/store/store";
import { carriedOf, carriesNow, keepCarried } from "./keep-carried.ts";
import { isChanging, type LinkField, sidesOf } from "./link-items.ts";
import { keepSome } from "./link-sides.ts";
import type { StaleCell } from "./notes.ts";

/** A cell to compute again. */
export interface Stale extends StaleCell {
  /** Links were added or removed: the change appears in the history and is sent to webhooks. */
  isMember?: true;
}

export interface CellToFollow {
  stale: Stale;
  record: RecordItem;
  field: LinkField;
}

export interface Computed {
  cells: RecordItem["cells"];
  more: { [fieldId: string]: true };
  carried: RecordItem["carried"];
  shapes: RecordItem["shapes"];
  isMember: boolean;
  /** For each link field, the fields of the linked records that have changed and that lookups show. */
  echoes: Map<string, FieldId[]>;
}

/** The new cells of each record that has to be written. */
export async function computeCells(
  { table }: Schema,
  cells: CellToFollow[],
  isAgain: boolean,
): Promise<Map<RecordItem, Computed>> {
  const clock = new Date().toISOString();
  const wanted = await Promise.all(cells.map((cell) => linksNow(cell, table.id)));
  const needed = new Map<TableId, Set<RecordId>>();
  for (const [i, now] of wanted.entries()) {
    const { field, stale, record } = cells[i] as CellToFollow;
    if (!now) continue;
    const known = knownTitles(record, stale, field, isAgain);
    const carried = knownCarried(record, stale, field, clock);
    for (const id of now.shown) {
      if (known.has(id) && (!carried || carried(id))) continue;
      const { foreignTableId } = field.options;
      needed.set(foreignTableId, (needed.get(foreignTableId) ?? new Set()).add(id));
    }
  }
  const foreign = await readForeign(needed);
  const computed = new Map<RecordItem, Computed>();
  for (const [i, now] of wanted.entries()) {
    const { field, stale, record } = cells[i] as CellToFollow;
    if (!now) continue;
    const known = knownTitles(record, stale, field, isAgain);
    const { toLink, find, isGone } = await foreign.titlesFor(field);
    // the other table is in the trash or being cleared: links keep their stored titles
    const former = isGone ? knownTitles(record, { ...stale, retitled: [] }, field, false) : known;
    const links = now.shown.flatMap((id) => known.get(id) ?? toLink(id) ?? former.get(id) ?? []);
    const kept = keepSome(links);
    const result = computed.get(record) ?? {
      cells: { ...record.cells },
      more: { ...record.more },
      carried: record.carried,
      shapes: record.shapes,
      isMember: false,
      echoes: new Map<string, FieldId[]>(),
    };
    result.shapes = withPresentShape(result, field);
    if (kept.length > 0) result.cells[field.id] = kept;
    else delete result.cells[field.id];
    // a linked record that was deleted is left out; the note of its deletion removes the link
    if (now.count > now.shown.length || kept.length < links.length) result.more[field.id] = true;
    else delete result.more[field.id];
    const { carried: _, ...rest } = record;
    const after: RecordItem = {
      ...rest,
      more: result.more,
      ...(result.carried && { carried: result.carried }),
    };
    const ids = kept.map(({ id }) => id);
    keepCarried(after, field, { ids, known: knownCarried(record, stale, field, clock), find }, clock);
    result.carried = after.carried;
    if (stale.shown) result.echoes.set(field.id, stale.shown);
    result.isMember ||= stale.isMember === true;
    computed.set(record, result);
  }
  return computed;
}

interface LinksNow {
  /** The first links, as many as a record may keep. */
  shown: RecordId[];
  /** How many there are in all. */
  count: number;
}

/** The links of a cell as they are now; `undefined` if the record needs no change. */
async function linksNow(
  { stale, record, field }: CellToFollow,
  tableId: TableId,
): Promise<LinksNow | undefined> {
  const { own } = sidesOf(field, tableId);
  const keptIds = linkedIds(linksOfRecord(record, field));
  // the job that changes the relationship reads the links itself
  if (isChanging(field.options))
    return { shown: keptIds, count: keptIds.length + (record.more?.[field.id] ? 1 : 0) };
  const has = (ids: RecordId[] = []) => ids.some((id) => keptIds.includes(id));
  if (!own.isMany) return { shown: keptIds, count: keptIds.length };
  if (record.more?.[field.id] && !has(stale.removed) && !has(stale.retitled)) {
    const isOnlyAdded = !stale.removed?.length && !stale.retitled?.length;
    // new links come after those that the record keeps: many writers can link to it at the same time
    if (isOnlyAdded) return undefined;
    const { items } = await readPage<LinkItem>({ ...linksOf(own, record.id), limit: keptIds.length + 1 });
    // the links that the record keeps are the same; it is written all the same, so that a slower writer is refused
    if (items.length > keptIds.length) return { shown: keptIds, count: items.length };
  }
  // only titles have changed, and the record keeps all links that show them: it has the same links as before
  if (!stale.isMember && stale.retitled?.every((id) => keptIds.includes(id)))
    return { shown: keptIds, count: record.more?.[field.id] ? keptIds.length + 1 : keptIds.length };
  const items = (await readAll<LinkItem>(linksOf(own, record.id))).sort(byPlace);
  return { shown: items.slice(0, limits.linksKept).map(({ other }) => other), count: items.length };
}

/** The links that a record keeps in this cell; none if the cell was written before the field became a link field of this kind. */
const linksOfRecord = (record: RecordItem, field: LinkField): LinkedRecord[] =>
  isOfPresentShape(record, field) ? ((record.cells[field.id] ?? []) as LinkedRecord[]) : [];

/** The titles that need not be read: those stored in the record, and those of links that the commit itself added. */
function knownTitles(
  record: RecordItem,
  { added = [], retitled = [] }: Stale,
  field: LinkField,
  isAgain: boolean,
) {
  const known = new Map<RecordId, LinkedRecord>();
  if (!isAgain) for (const each of added) known.set(each.id, each);
  for (const each of linksOfRecord(record, field)) known.set(each.id, each);
  for (const each of retitled) known.delete(each);
  return known;
}

/** The cells of linked records that the record carries and that need not be read again; undefined if the field carries none. */
function knownCarried(
  record: RecordItem,
  { added = [], retitled = [] }: Stale,
  field: LinkField,
  now: string,
) {
  if (!carriesNow(field, now)) return undefined;
  const linked = new Set<string>(linkedIds(linksOfRecord(record, field)));
  const stale = new Set<string>([...added.map(({ id }) => id), ...retitled]);
  const carried = carriedOf(record, field);
  return (id: RecordId) => (linked.has(id) && !stale.has(id) ? carried(id) : undefined);
}

/** Reads linked records and their schemas. */
async function readForeign(needed: ReadonlyMap<TableId, ReadonlySet<RecordId>>) {
  const tables = new Map<TableId, { schema: Schema; records: Map<RecordId, RecordItem> }>();
  await Promise.all(
    [...needed].map(async ([tableId, ids]) => {
      const [table, records] = await Promise.all([
        findTable(tableId),
        getItems<RecordItem>([...ids].map((id) => recordKey(tableId, id))),
      ]);
      if (!table) return;
      tables.set(tableId, {
        schema: await schemaOf(table),
        records: new Map(records.map((each) => [each.id, each])),
      });
    }),
  );
  const now = new Date().toISOString();
  return {
    titlesFor: async ({ options }: LinkField) => {
      const found = tables.get(options.foreignTableId);
      if (!found)
        return { toLink: () => undefined, find: () => undefined, isGone: needed.has(options.foreignTableId) };
      const { schema, records } = found;
      const how = { fields: schema.fields, lookupFieldId: options.lookupFieldId };
      const toLink = await titlesOf([...records.values()], how, { userId: schema.table.createdBy, now });
      return {
        toLink: (id: RecordId) => {
          const record = records.get(id);
          return record && toLink(record);
        },
        find: (id: RecordId) => records.get(id),
        isGone: false,
      };
    },
  };
}
