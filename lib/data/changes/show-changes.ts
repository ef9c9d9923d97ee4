/* Changes of a log as answers show them: with the ids of fields, and with the records as they are now. */
import type { Caller } from "#lib/data/identity/caller";
import { nameFields } from "#lib/data/records/pack-records";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { showRecords } from "#lib/data/records/show-records";
import { find as findTable, findMany as findTables, schemaOf } from "#lib/data/schema/table-schema";
import { countFitting } from "#lib/schemas/basics/answer-size";
import { unknownInside } from "#lib/schemas/basics/error";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import type { BaseChange, ChangesPage } from "#lib/schemas/collaboration/changes";
import type { Record } from "#lib/schemas/records/record";
import { getItems } from "#lib/store/store";
import type { Logged } from "./chunk.ts";
import {
  type AskedChanges,
  cursorOf,
  type FoundChanges,
  type PlacedChange,
  readChanges,
} from "./read-changes.ts";

/** A page of what follows a cursor. `records`: whether created and changed records are shown. Throws 400 for an invalid cursor, and at the beginning 404 for tables that are not in the base. */
export async function listChanges(
  asked: AskedChanges & { tableIds?: readonly TableId[] | undefined; records: "ids" | "cells" },
  caller: Caller,
): Promise<ChangesPage> {
  const { baseId, since, tableIds } = asked;
  const [found] = await Promise.all([
    readChanges(asked, caller.now),
    // those who go on may name one that was deleted meanwhile
    since === undefined && tableIds && refuseUnknownTables(baseId, tableIds),
  ]);
  const { changes, after, more, reset } =
    asked.records === "cells" ? await withRecords(found, caller) : await withFields(found);
  return { changes, cursor: cursorOf(asked, after, caller.now), more, reset };
}

async function refuseUnknownTables(baseId: string, tableIds: readonly TableId[]): Promise<void> {
  const tables = await findTables([...new Set(tableIds)]);
  const known = new Set(tables.filter((table) => table.baseId === baseId).map(({ id }) => id));
  const unknown = [...tableIds.keys()].filter((i) => !known.has(tableIds[i] as TableId));
  if (unknown.length > 0)
    throw unknownInside(
      unknown.map((i) => ({ path: `tableIds[${i}]`, message: "is no table of this base" })),
    );
}

/** Bytes of the changes in one answer. */
const mostBytes = 0.75 * limits.responseBytes;

type Shown = Omit<FoundChanges, "changes"> & { changes: BaseChange[] };

/** So many changes as fit into an answer. */
async function withFields(found: FoundChanges): Promise<Shown> {
  const changes = await showChanges(found.changes.map(({ change }) => change));
  const fitting = countFitting(changes, mostBytes);
  const last = found.changes[fitting - 1];
  if (fitting === changes.length || !last) return { ...found, changes };
  return { changes: changes.slice(0, fitting), after: last.after, more: true, reset: found.reset };
}

/** The changes with the ids of their fields. */
export const showChanges = (changes: Logged[]): Promise<BaseChange[]> =>
  Promise.all(
    changes.map(async ({ fieldIds, ...change }) => ({
      ...change,
      ...(fieldIds && change.tableId && { fieldIds: await nameFields(change.tableId, fieldIds) }),
    })),
  );

/** Read together: more than some answers have, and few enough to be in memory whatever they hold. */
const recordsAtOnce = 100;

/**
 * The changes, one for each record, with the record as it is now: so many as fit into an answer. The type follows from whether it exists. So a
 * caller who puts what is shown and removes what is not has the state of now, whatever comes late or twice.
 */
async function withRecords(found: FoundChanges, caller: Caller): Promise<Shown> {
  const placed = oncePerRecord(found.changes);
  const shown: BaseChange[] = [];
  let bytes = 0;
  for (const some of cutIntoPieces(placed, recordsAtOnce)) {
    const records = await readChanged(some, caller);
    const changes = (await showChanges(some.map(({ change }) => change))).map((change) =>
      isOfRecord(change) ? asNow(change, records.get(change.recordId ?? "")) : change,
    );
    const fitting = bytes > mostBytes ? [] : changes.slice(0, countFitting(changes, mostBytes - bytes));
    shown.push(...fitting);
    bytes += Buffer.byteLength(JSON.stringify(fitting));
    const last = placed[shown.length - 1];
    if (fitting.length < changes.length && last)
      return { changes: shown, after: last.after, more: true, reset: found.reset };
  }
  return { ...found, changes: shown };
}

const isOfRecord = ({ type }: Pick<Logged, "type">): boolean => type.startsWith("record.");

/** One change for each record, at the place of its first: it says what all of them say. */
function oncePerRecord(placed: PlacedChange[]): PlacedChange[] {
  const ofRecords = new Map<string, PlacedChange>();
  return placed.flatMap(({ change, after }) => {
    const id = isOfRecord(change) ? (change.recordId ?? "") : "";
    const known = ofRecords.get(id);
    const own = { change: known ? joinChanges(known.change, change) : change, after };
    if (known) known.change = own.change;
    else if (id) ofRecords.set(id, own);
    return known ? [] : [own];
  });
}

function joinChanges(first: Logged, next: Logged): Logged {
  const { fieldIds: _, computed: __, ...newest } = { ...first, ...next };
  const [some, more] = [first, next].map(({ type, fieldIds }) => (type === "record.moved" ? [] : fieldIds));
  return {
    ...newest,
    type: weightOf(next) > weightOf(first) ? next.type : first.type,
    version: Math.max(first.version ?? 0, next.version ?? 0),
    // where one does not say which, it may be any
    ...(some && more && some.length + more.length > 0 && { fieldIds: [...new Set([...some, ...more])] }),
    ...(first.computed && next.computed && { computed: true }),
  };
}

/** What a change says of a record, the more the higher. */
const weightOf = ({ type }: Logged): number => ["record.moved", "record.updated"].indexOf(type) + 1 || 3;

function asNow(change: BaseChange, record: Record | undefined): BaseChange {
  if (!record) return { ...change, type: "record.deleted" };
  return { ...change, type: change.type === "record.deleted" ? "record.created" : change.type, record };
}

/** The records of changes as they are now, by their ids. */
async function readChanged(placed: PlacedChange[], caller: Caller): Promise<Map<string, Record>> {
  const ofRecords = placed.filter(({ change }) => isOfRecord(change)).map(({ change }) => change);
  const read = [...Map.groupBy(ofRecords, ({ tableId }) => tableId)].map(async ([id, changes]) => {
    const tableId = id as TableId;
    const table = await findTable(tableId);
    if (!table) return [];
    const [{ fields }, records] = await Promise.all([
      schemaOf(table),
      getItems<RecordItem>(changes.map(({ recordId }) => recordKey(tableId, recordId as RecordId))),
    ]);
    return showRecords(records, fields, { fieldKeyType: "id", cellFormat: "json" }, caller);
  });
  return new Map((await Promise.all(read)).flat().map((record) => [record.id, record]));
}
