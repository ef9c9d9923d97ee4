/*
 * Commits changes of records, and keeps the entries of their indexes:
 *
 *   write the new entries ──▶ commit: the records name these entries ──▶ remove the former entries
 *
 * An entry is stored before its record names it, so a reader that starts after a write finds the entry. An entry that a dead process left
 * does not count, because no record names it; it is removed with the index. An index never makes a write fail: if entries cannot be
 * written, the index is ended.
 *
 * Changes of counts are noted in the same way, and stored with the entries (count-items.ts).
 */

import type { Prepared } from "#lib/data/records/reading/open-reading";
import { tableOfPart } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { schemaOf, type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { mapInTurns } from "#lib/engine/cells/cell-reader";
import { carriesOthers, isChanged } from "#lib/engine/cells/is-changed";
import { AppError } from "#lib/schemas/basics/error";
import { randomText, type TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { keyOf } from "#lib/store/changes";
import { type Change, checkCommitSize, commit, commitIfAny, Refused } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/running-calls";
import { getItems, type Item, type Key } from "#lib/store/store";
import { endKept } from "./change-index.ts";
import { collectNotes } from "./counts/count-notes.ts";
import { entryItem, isKept, noToken, tokenIn } from "./index-items.ts";
import { tableKnownOf } from "./known-tables.ts";
import { type IndexedTable, type LiveIndex, liveIndexes } from "./live-indexes.ts";
import { type Moved, putWithNotes } from "./moved-records.ts";

type Tokens = Record<string, string>;

interface EntryPlan {
  /** The changes, with records that name their entries. */
  changes: Change[];
  /** Further changes for the same commit: notes of counts about deleted records. */
  sure: Change[];
  /** The entries and notes to write before the commit, one by one. The condition keeps a late request from writing a note that was removed. */
  laid: Item[];
  notes: Change[];
  /** Those of the new entries whose records come from another place. */
  moved: Moved[];
  /** The entries to remove after the commit. */
  left: Item[];
}

/** Commits as `commit` does, and throws what it throws. The list may be empty, and may include records of other tables. */
export async function commitWithEntries(schema: IndexedTable, changes: Change[]): Promise<void> {
  const tables = await Promise.all(
    [schema, ...(await readOthers(schema, changes))].map((each) => indexesFor(each, changes)),
  );
  const planned = await tryPlan(tables, changes);
  const { changes: all, sure, laid, notes, moved, left } = planned ?? noEntries(changes);
  const areLaid =
    planned &&
    (sure.length === 0 || isFitting([...all, ...sure])) &&
    (await Promise.all([putWithNotes(laid, moved), ...notes.map((note) => commit([note]))]).then(
      () => true,
      () => false,
    ));
  if (!areLaid) {
    // no later call reads these indexes, and new ones are made
    for (const { tableId, indexes } of tables)
      await endKept(
        tableId,
        indexes.map(({ item }) => item),
      );
    return commitIfAny(changes);
  }
  await commitIfAny([...all, ...sure]).catch(async (error: unknown) => {
    // other errors may mean that the commit did happen
    if (error instanceof Refused) await forget([...laid, ...notes.map(keyOf)]);
    throw error;
  });
  await forget(left);
}

/** The other tables whose records these changes include, also tables in the trash: as they were read for the commit, or as they are now. */
async function readOthers({ table }: IndexedTable, changes: Change[]): Promise<IndexedTable[]> {
  const tables = new Map<TableId, IndexedTable | undefined>();
  for (const each of changes)
    if ("item" in each && each.item.entity === "record") {
      const id = tableOfPart(each.item.pk);
      tables.set(id, tables.get(id) ?? (each.op === "update" ? tableKnownOf(each.before) : undefined));
    }
  tables.delete(table.id);
  const known = [...tables.values()].filter((each) => each !== undefined);
  if (known.length === tables.size) return known;
  const unknown = [...tables.keys()].filter((id) => !tables.get(id));
  const found = await getItems<TableItem>(unknown.map(tableKey));
  return [...known, ...(await Promise.all(found.map(schemaOf)))];
}

interface Indexes {
  tableId: TableId;
  /** The indexes that these changes keep up to date; their formulas may be used for the changed records. */
  indexes: LiveIndex[];
}

/** Ends the indexes of a table that are no longer valid, and prepares the others for these changes. */
async function indexesFor(schema: IndexedTable, changes: Change[]): Promise<Indexes> {
  const tableId = schema.table.id;
  const live = liveIndexes(schema);
  // writers stop to keep it, so it must stay ended, even if its fields are changed back
  await endKept(
    tableId,
    schema.indexes.filter((item) => isKept(item) && !live.some((each) => each.item === item)),
  );
  const indexes = live.filter(isKnownToAll);
  for (const index of indexes) index.begin(1 / indexes.length);
  await Promise.all(
    indexes.map((index) =>
      index.namesPeople
        ? index.prepare(changes.flatMap((each) => recordsToPlace(tableId, index, each)))
        : undefined,
    ),
  );
  return { tableId, indexes };
}

const isRecordOf = (tableId: TableId, item: Item | undefined): item is RecordItem =>
  item?.entity === "record" && tableOfPart(item.pk) === tableId;

/** A record of the table before and after a change; none if the change is about no cell that the index depends on. */
function recordsToPlace(tableId: TableId, { fields, mayWait }: LiveIndex, each: Change): RecordItem[] {
  const before = "before" in each && isRecordOf(tableId, each.before) ? each.before : undefined;
  const after = "item" in each && isRecordOf(tableId, each.item) ? each.item : undefined;
  const isMoved = (from: RecordItem, to: RecordItem) =>
    (mayWait && carriesOthers(from, to)) || fields.some((field) => isChanged(field, from, to));
  if (before && after && !isMoved(before, after)) return [];
  return [before ?? [], after ?? []].flat();
}

const noEntries = (changes: Change[]): EntryPlan => ({
  changes,
  ...{ sure: [], laid: [], notes: [], moved: [], left: [] },
});

/** Undefined if the formulas of an index are too much work for these records. */
async function tryPlan(tables: Indexes[], changes: Change[]): Promise<EntryPlan | undefined> {
  try {
    return await planTables(tables, changes);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** The entries of all these tables. */
async function planTables(tables: Indexes[], changes: Change[]): Promise<EntryPlan> {
  let plan = noEntries(changes);
  for (const { tableId, indexes } of tables) {
    const own = await planEntries(tableId, indexes, plan.changes);
    plan = {
      changes: own.changes,
      sure: [...plan.sure, ...own.sure],
      laid: [...plan.laid, ...own.laid],
      notes: [...plan.notes, ...own.notes],
      moved: [...plan.moved, ...own.moved],
      left: [...plan.left, ...own.left],
    };
  }
  return plan;
}

/** Whether these changes fit into one commit; if not, it is made without the notes. */
function isFitting(changes: Change[]): boolean {
  try {
    checkCommitSize(changes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether every running call knows the index. Until then no call names entries: a call that does not know it would change cells of a
 * record, and leave the name of an entry that is no longer right.
 */
const isKnownToAll = ({ item: { state, createdTime } }: LiveIndex): boolean =>
  state === "ready" || readSettledTime(createdTime) <= new Date().toISOString();

/** Removes entries, best effort: one that stays does not count. */
const forget = async (entries: Key[]): Promise<void> => {
  if (entries.length > 0) await removeItems(entries).catch(() => {});
};

/** Plans the entries for these changes. A record that keeps its place in the order keeps its entry, and nothing is written. */
export async function planEntries(
  tableId: TableId,
  indexes: LiveIndex[],
  changes: Change[],
): Promise<EntryPlan> {
  const token = randomText(noToken.length);
  const notes = collectNotes(tableId, token);
  const laid: Item[] = [];
  const left: Item[] = [];
  const moved = new Map(
    indexes.map(({ item: { id: index } }): [string, Moved] => [
      index,
      { tableId, index, token, entries: [] },
    ]),
  );
  const entryOf = (index: string, record: RecordItem, key: string, own: string) =>
    entryItem(tableId, index, { key, id: record.id, token: own });
  const named = (before: Prepared<RecordItem> | undefined, after: Prepared<RecordItem>): RecordItem => {
    const tokens: Tokens = {};
    for (const index of indexes) {
      const { item, keysOf } = index;
      const olds = before ? keysOf(before) : [];
      const keys = keysOf(after);
      const areSame = keys.length === olds.length && keys.every((key, i) => key === olds[i]);
      if (areSame && (!before || isInOneGroup(index, before, after))) {
        const name = before?.ix?.[item.id];
        if (name) tokens[item.id] = name;
        continue;
      }
      // if the index has counts, a removed record names the commit too, which proves that the note counts
      if (index.pathOf) tokens[item.id] = token + notes.move(index, before, after);
      else if (keys.length > 0) tokens[item.id] = token;
      const entries = keys.map((key) => entryOf(item.id, after, key, token));
      laid.push(...entries);
      if (!before) continue;
      const named = tokenIn(before, item.id);
      left.push(...olds.map((key) => entryOf(item.id, after, key, named)));
      if (olds.length > 0 && !areSame) moved.get(item.id)?.entries.push(...entries);
    }
    const { ix: _, ...rest } = after;
    return Object.keys(tokens).length > 0 ? { ...rest, ix: tokens } : (rest as RecordItem);
  };
  // the records of these changes were prepared when their indexes were read
  const isOwn = (item: Item | undefined): item is Prepared<RecordItem> => isRecordOf(tableId, item);
  const planOf = (change: Change): Change => {
    if (change.op === "create" && isOwn(change.item))
      return { ...change, item: named(undefined, change.item) };
    if (change.op === "update" && isOwn(change.item) && isOwn(change.before))
      return { ...change, item: named(change.before, change.item) };
    if (change.op === "delete" && isOwn(change.before)) {
      const { before } = change;
      for (const index of indexes) {
        const { item, keysOf } = index;
        const keys = keysOf(before);
        if (index.pathOf && (keys.length > 0 || before.ix?.[item.id])) notes.remove(index, before);
        left.push(...keys.map((key) => entryOf(item.id, before, key, tokenIn(before, item.id))));
      }
    }
    return change;
  };
  const planned = await mapInTurns(changes, turnOf(indexes), planOf);
  const all = [...moved.values()].filter(({ entries }) => entries.length > 0);
  return { changes: planned, sure: notes.sure(), laid, notes: notes.laid(), moved: all, left };
}

/** When to pause: all indexes are asked, because each has its own measure of work. */
const turnOf = (indexes: LiveIndex[]) => ({
  turn: () => indexes.map((index) => index.turn()).find((due) => due !== undefined),
});

/** Whether both records are in one group. Equal keys do not tell: cells of different groups may have the same key. */
const isInOneGroup = (
  { pathOf }: LiveIndex,
  before: Prepared<RecordItem>,
  after: Prepared<RecordItem>,
): boolean => !pathOf || pathOf(before)?.id === pathOf(after)?.id;
