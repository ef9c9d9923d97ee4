/*
 * Commits changes of records together with the entries that indexes have of them:
 *
 *   write the entries of new places ──▶ commit: the records name these entries ──▶ remove the entries of places that were left
 *
 * An entry is stored before its record can name it, so whose write has ended finds it. What a process that died leaves counts for nothing,
 * because no record names it; it is removed with the index. An index never refuses a write: if entries cannot be written, it is given up.
 *
 * What an index counts is noted in the same way: the notes are stored with the entries (count-items.ts).
 */

import type { Prepared } from "#lib/data/records/reading/open-reading";
import { tableOfPart } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { schemaOf, type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { mapInTurns } from "#lib/engine/cells/cell-reader";
import { carriesOthers, isChanged } from "#lib/engine/cells/is-changed";
import { AppError } from "#lib/schemas/basics/error";
import { randomText, type TableId } from "#lib/schemas/basics/ids";
import { putItems, removeItems } from "#lib/store/batch-writes";
import { keyOf } from "#lib/store/changes";
import { type Change, checkCommitSize, commit, commitIfAny, Refused } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import { getItems, type Item, type Key } from "#lib/store/store";
import { endKept } from "./change-index.ts";
import { collectNotes } from "./counts/count-notes.ts";
import { entryItem, isKept, noToken, tokenIn } from "./index-items.ts";
import { tableKnownOf } from "./known-tables.ts";
import { type IndexedTable, type LiveIndex, liveIndexes } from "./live-indexes.ts";

type Tokens = Record<string, string>;

interface EntryPlan {
  /** The changes; records name their entries. */
  changes: Change[];
  /** What the commit writes for counts besides: only if it deletes records. */
  sure: Change[];
  /** The entries to write before the commit, and the notes, each by itself: a request that is late must not bring back a note. */
  laid: Item[];
  notes: Change[];
  /** Those to remove after it. */
  left: Item[];
}

/** Commits as `commit` does; an empty list is allowed. Records of other tables may be among the changes. Throws what it throws. */
export async function commitWithEntries(schema: IndexedTable, changes: Change[]): Promise<void> {
  const tables = await Promise.all(
    [schema, ...(await readOthers(schema, changes))].map((each) => indexesFor(each, changes)),
  );
  const planned = await tryPlan(tables, changes);
  const { changes: all, sure, laid, notes, left } = planned ?? noEntries(changes);
  const areLaid =
    planned &&
    (sure.length === 0 || isFitting([...all, ...sure])) &&
    (await Promise.all([putItems(laid), ...notes.map((note) => commit([note]))]).then(
      () => true,
      () => false,
    ));
  if (!areLaid) {
    // no call reads these indexes from here on, and others are made
    for (const { tableId, indexes } of tables)
      await endKept(
        tableId,
        indexes.map(({ item }) => item),
      );
    return commitIfAny(changes);
  }
  await commitIfAny([...all, ...sure]).catch(async (error: unknown) => {
    // only then it is sure that nothing was written
    if (error instanceof Refused) await forget([...laid, ...notes.map(keyOf)]);
    throw error;
  });
  await forget(left);
}

/** The other tables whose records are among these changes, also those in the trash: as they were read for the commit, or as they are now. */
async function readOthers({ table }: IndexedTable, changes: Change[]): Promise<IndexedTable[]> {
  const tables = new Map<TableId, IndexedTable | undefined>();
  for (const each of changes)
    if (each.op === "update" && each.item.entity === "record") {
      const id = tableOfPart(each.item.pk);
      tables.set(id, tables.get(id) ?? tableKnownOf(each.before));
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
  /** Those that these changes keep; they know what keys of changed records are made of. */
  indexes: LiveIndex[];
}

/** Ends the indexes of a table that are no longer valid, and prepares the others for these changes. */
async function indexesFor(schema: IndexedTable, changes: Change[]): Promise<Indexes> {
  const tableId = schema.table.id;
  const live = liveIndexes(schema);
  // writers leave it here, so it must stay ended, even if its fields become again what they were
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

/** A record of the table before and after a change; none if the change is of no cell that the index knows. */
function recordsToPlace(tableId: TableId, { fields, mayWait }: LiveIndex, each: Change): RecordItem[] {
  const before = "before" in each && isRecordOf(tableId, each.before) ? each.before : undefined;
  const after = "item" in each && isRecordOf(tableId, each.item) ? each.item : undefined;
  const isMoved = (from: RecordItem, to: RecordItem) =>
    (mayWait && carriesOthers(from, to)) || fields.some((field) => isChanged(field, from, to));
  if (before && after && !isMoved(before, after)) return [];
  return [before ?? [], after ?? []].flat();
}

const noEntries = (changes: Change[]): EntryPlan => ({ changes, sure: [], laid: [], notes: [], left: [] });

/** Undefined if the formulas of an index take too much work for these records. */
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
      left: [...plan.left, ...own.left],
    };
  }
  return plan;
}

/** A commit that is too large with its notes goes without them. */
function isFitting(changes: Change[]): boolean {
  try {
    checkCommitSize(changes);
    return true;
  } catch {
    return false;
  }
}

/**
 * While calls may still write with a schema from before the index, no call names entries: such a call would change the cells of a record and
 * leave the name of an entry that leads elsewhere.
 */
const isKnownToAll = ({ item: { state, createdTime } }: LiveIndex): boolean =>
  state === "ready" || readSettledTime(createdTime) <= new Date().toISOString();

/** Best effort: what stays counts for nothing. */
const forget = async (entries: Key[]): Promise<void> => {
  if (entries.length > 0) await removeItems(entries).catch(() => {});
};

/** The entries of these changes. A record whose place stays the same keeps its entry: then nothing is written. */
export async function planEntries(
  tableId: TableId,
  indexes: LiveIndex[],
  changes: Change[],
): Promise<EntryPlan> {
  const token = randomText(noToken.length);
  const notes = collectNotes(tableId, token);
  const laid: Item[] = [];
  const left: Item[] = [];
  const entryOf = (index: string, record: RecordItem, key: string, own: string) =>
    entryItem(tableId, index, { key, id: record.id, token: own });
  const named = (before: Prepared<RecordItem> | undefined, after: Prepared<RecordItem>): RecordItem => {
    const tokens: Tokens = {};
    for (const index of indexes) {
      const { item, keyOf } = index;
      const old = before && { key: keyOf(before), name: before.ix?.[item.id] };
      const key = keyOf(after);
      if (old?.key === key && (!before || isInOneGroup(index, before, after))) {
        if (old?.name) tokens[item.id] = old.name;
        continue;
      }
      // of an index with counts a record that goes names the commit too: so it says that the note counts
      if (index.pathOf) tokens[item.id] = token + notes.move(index, before, after);
      else if (key !== undefined) tokens[item.id] = token;
      if (key !== undefined) laid.push(entryOf(item.id, after, key, token));
      if (before && old?.key !== undefined)
        left.push(entryOf(item.id, after, old.key, tokenIn(before, item.id)));
    }
    const { ix: _, ...rest } = after;
    return Object.keys(tokens).length > 0 ? { ...rest, ix: tokens } : (rest as RecordItem);
  };
  // the records of the changes were prepared when their indexes were read
  const isOwn = (item: Item | undefined): item is Prepared<RecordItem> => isRecordOf(tableId, item);
  const planOf = (change: Change): Change => {
    if (change.op === "create" && isOwn(change.item))
      return { ...change, item: named(undefined, change.item) };
    if (change.op === "update" && isOwn(change.item) && isOwn(change.before))
      return { ...change, item: named(change.before, change.item) };
    if (change.op === "delete" && isOwn(change.before)) {
      const { before } = change;
      for (const index of indexes) {
        const { item, keyOf } = index;
        const key = keyOf(before);
        if (index.pathOf && (key !== undefined || before.ix?.[item.id])) notes.remove(index, before);
        if (key !== undefined) left.push(entryOf(item.id, before, key, tokenIn(before, item.id)));
      }
    }
    return change;
  };
  const planned = await mapInTurns(changes, turnOf(indexes), planOf);
  return { changes: planned, sure: notes.sure(), laid, notes: notes.laid(), left };
}

/** All of them are asked: each has its own work. */
const turnOf = (indexes: LiveIndex[]) => ({
  turn: () => indexes.map((index) => index.turn()).find((due) => due !== undefined),
});

/** Keys can be alike where groups are not. */
const isInOneGroup = (
  { pathOf }: LiveIndex,
  before: Prepared<RecordItem>,
  after: Prepared<RecordItem>,
): boolean => !pathOf || pathOf(before)?.id === pathOf(after)?.id;
