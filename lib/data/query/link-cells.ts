/*
 * Lists of the records that a link field links or may link (`filterLinkCellSelected`, `filterLinkCellCandidate`). The field must be one
 * that links to the listed table. The table's schema lists these fields as dependents, so an unknown field and one that the caller may not
 * read get the same answer.
 *
 *   selected [field, record]   the records in this cell, in its order      one Query, or the record; only these records are read
 *   selected field             records that any cell of the field links    by their own cells, or the hidden items of the records read
 *   candidate                  records that the field may link             as its view and filter say; if a record can be linked only once,
 *                                                                          without records that are linked already
 *   candidate [field, record]  the same, without records in this cell      … and the cell
 */

import type { Caller } from "#lib/data/identity/caller";
import { type HolderItem, holderKey, sidesOfDependent } from "#lib/data/links/link-items";
import { type LinkItem, type LinkSide, linksOf } from "#lib/data/records/link-keys";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { type DependentItem, type Schema, type TableItem, tableKey } from "#lib/data/schema/table-schema";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import type { Field } from "#lib/engine/fields/field";
import { invalid } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import type { LinkCell } from "#lib/schemas/tables/link-cell";
import { runTogether } from "#lib/store/retry";
import { getEach, getItems, keyAfter, type Page, readAll, readPage } from "#lib/store/store";
import { type LinkLimit, planQuery } from "./query-plan.ts";

export interface LinkCells {
  filterLinkCellCandidate?: LinkCell | undefined;
  filterLinkCellSelected?: LinkCell | undefined;
  selectedRecordIds?: RecordId[] | undefined;
}

/** Throws 400 if the query names both, or a field that does not link to this table or that the caller may not read. */
export async function limitToCell(
  schema: Schema,
  { filterLinkCellCandidate: candidate, filterLinkCellSelected: selected, selectedRecordIds }: LinkCells,
  caller: Caller,
): Promise<LinkLimit> {
  if (candidate && selected)
    throw invalid([
      { path: "filterLinkCellSelected", message: "must not be sent together with filterLinkCellCandidate" },
    ]);
  const path = candidate ? "filterLinkCellCandidate" : "filterLinkCellSelected";
  const cell = (candidate ?? selected) as LinkCell;
  const dependent = schema.dependents.find(({ fieldId }) => fieldId === cell.fieldId);
  const record = dependent && (await readField(dependent, cell, caller));
  if (!dependent || !record)
    throw invalid([
      { path, message: `must be a link field whose links are records of this table; got ${cell.fieldId}` },
    ]);
  if (candidate) {
    const held = cell.recordId ? await linksOfCell(dependent, record.found, cell.recordId) : undefined;
    const left = new Set([...(selectedRecordIds ?? []), ...(held?.places?.keys() ?? [])]);
    return candidates(schema, dependent, { cell, left }, caller);
  }
  return cell.recordId ? linksOfCell(dependent, record.found, cell.recordId) : linked(schema, dependent);
}

/** The record that has the cell, if the caller may read the field. One round trip, and two more for a field of another base. */
async function readField(
  { tableId, baseId }: DependentItem,
  { recordId }: LinkCell,
  caller: Caller,
): Promise<{ found: RecordItem | undefined } | undefined> {
  const key = recordId && recordKey(tableId, recordId);
  const [[table, found], mayRead] = await Promise.all([
    key
      ? getEach<[TableItem, RecordItem]>([tableKey(tableId), key])
      : getEach<[TableItem]>([tableKey(tableId)]).then(([item]) => [item, undefined] as const),
    caller.mayReadIn?.(baseId),
  ]);
  // the table or its base may have been moved
  return table && !table.deletedTime && table.baseId === baseId && mayRead ? { found } : undefined;
}

const nothingToLoad = async () => {};

async function linksOfCell(
  dependent: DependentItem,
  record: RecordItem | undefined,
  id: RecordId,
): Promise<LinkLimit> {
  const { own } = sidesOfDependent(dependent);
  const all = { read: [], load: nothingToLoad, matches: () => true };
  // a deleted record keeps its links, because it may be restored
  if (!record) return { ...all, places: new Map() };
  if (!own.isMany) return { ...all, places: new Map(linkedIds(record.cells[own.id]).map((to) => [to, to])) };
  const items = await readAll<LinkItem>(linksOf(own, id));
  const placed = items
    .map(({ other, at }) => [other, `${String(at).padStart(17, "0")}${other}`] as const)
    .sort(([, a], [, b]) => (a < b ? -1 : 1));
  return { ...all, places: new Map(placed) };
}

function linked(schema: Schema, dependent: DependentItem): LinkLimit {
  const { back } = sidesOfDependent(dependent);
  const holders = makeHolders(back, schema.fields);
  return {
    read: holders.read,
    load: holders.load,
    matches: (record) => holders.of(record).length > 0,
  };
}

function candidates(
  schema: Schema,
  dependent: DependentItem,
  { cell, left }: { cell: LinkCell; left: ReadonlySet<RecordId> },
  caller: Caller,
): LinkLimit {
  const { filterByViewId, filter } = dependent.options;
  const view = schema.views.find(({ id }) => id === filterByViewId);
  const query = {
    fieldKeyType: "id" as const,
    ...(view && { viewId: view.id }),
    ...(filter && { keptFilter: filter }),
  };
  const { open: _, ...whole } = schema;
  const plan = planQuery(whole, query, caller);
  const { back } = sidesOfDependent(dependent);
  const holders = back.isMany ? undefined : makeHolders(back, schema.fields);
  const isFree = (record: StoredRecord) =>
    holders === undefined || holders.of(record).every((id) => id === cell.recordId);
  return {
    leavesOut: true,
    read: [...plan.read, ...(holders?.read ?? [])],
    load: async (records) => {
      await plan.prepare(records);
      await holders?.load(records);
    },
    matches: (record) => plan.matches(record) && !left.has(record.id) && isFree(record),
    turn: plan.turn,
  };
}

interface Holders {
  read: Field[];
  load(records: readonly StoredRecord[]): Promise<void>;
  /** Records that link to this one: at least one, if there are any. */
  of(record: StoredRecord): RecordId[];
}

/** Finds which records link to others: from their cells, or from the items of a hidden side. */
function makeHolders(side: LinkSide, fields: Field[]): Holders {
  if (!side.isHidden)
    return {
      read: fields.filter(({ id }) => id === side.id),
      load: nothingToLoad,
      of: ({ cells }) => linkedIds(cells[side.id]),
    };
  const holderOf = new Map<RecordId, RecordId>();
  return {
    read: [],
    async load(records) {
      const ids = records.map(({ id }) => id);
      for (const id of ids) holderOf.delete(id);
      const read = side.isMany ? readFirstLinks(side, ids) : readHolders(side, ids);
      for (const { recordId, other } of await read) holderOf.set(recordId, other);
    },
    of: ({ id }) => {
      const other = holderOf.get(id);
      return other ? [other] : [];
    },
  };
}

const readHolders = (side: LinkSide, ids: RecordId[]) =>
  getItems<HolderItem>(ids.map((id) => holderKey(side, id)));

/** One link of each record that has any. The links of neighbouring records are read together, part by part. */
async function readFirstLinks(side: LinkSide, ids: RecordId[]): Promise<LinkItem[]> {
  const parts = Map.groupBy(ids, (id) => linksOf(side, id).pk);
  const first: LinkItem[] = [];
  await runTogether([...parts], async ([pk, inPart]) => {
    const sorted = [...inPart].sort();
    const wanted = new Set(inPart);
    const to = `${sorted.at(-1)}#~`;
    for (let from: string | undefined = `${sorted[0]}#`; from !== undefined && from <= to; ) {
      const { items, more }: Page<LinkItem> = await readPage<LinkItem>({ pk, from, to });
      for (const item of items) if (wanted.delete(item.recordId)) first.push(item);
      const last: LinkItem | undefined = items.at(-1);
      // skips the other links of a record that has very many
      from =
        more && last
          ? keyAfter(items.length > 1 && isOneRecord(items) ? `${last.recordId}#~` : last.sk)
          : undefined;
    }
  });
  return first;
}

const isOneRecord = (items: LinkItem[]): boolean => items[0]?.recordId === items.at(-1)?.recordId;
