/* Changes of a log as answers show them: with the ids of fields, and with the records as they are now. */
import type { Caller } from "#lib/data/identity/caller";
import { nameFields } from "#lib/data/records/pack-records";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { showRecords } from "#lib/data/records/show-records";
import { find as findTable, schemaOf } from "#lib/data/schema/table-schema";
import { countFitting } from "#lib/schemas/basics/answer-size";
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

/** A page of what follows a cursor. `records`: whether created and changed records are shown. Throws 400 for an invalid cursor. */
export async function listChanges(
  asked: AskedChanges & { records: "ids" | "cells" },
  caller: Caller,
): Promise<ChangesPage> {
  const found = await readChanges(asked, caller.now);
  const { changes, after, more, reset } =
    asked.records === "cells" ? await withRecords(found, caller) : await withFields(found);
  return { changes, cursor: cursorOf(asked, after, caller.now), more, reset };
}

type Shown = Omit<FoundChanges, "changes"> & { changes: BaseChange[] };

async function withFields(found: FoundChanges): Promise<Shown> {
  return { ...found, changes: await showChanges(found.changes.map(({ change }) => change)) };
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

/** Of the changes in an answer. */
const mostBytes = 0.75 * limits.responseBytes;

/** The changes with their records: so many as fit into an answer. */
async function withRecords(found: FoundChanges, caller: Caller): Promise<Shown> {
  const shown: BaseChange[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  for (const placed of cutIntoPieces(found.changes, recordsAtOnce)) {
    const records = await readChanged(placed, seen, caller);
    const changes = (await showChanges(placed.map(({ change }) => change))).map((change) => {
      const record = change.recordId && records.get(change.recordId);
      if (record) records.delete(record.id);
      return { ...change, ...(record && { record }) };
    });
    const fitting = bytes > mostBytes ? 0 : countFitting(changes, mostBytes - bytes);
    shown.push(...changes.slice(0, fitting));
    bytes += Buffer.byteLength(JSON.stringify(changes.slice(0, fitting)));
    const last = found.changes[shown.length - 1];
    if (fitting < changes.length && last)
      return { changes: shown, after: last.after, more: true, reset: found.reset };
  }
  return { ...found, changes: shown };
}

/** The records of changes as they are now, by their ids; each is read once. */
async function readChanged(
  placed: PlacedChange[],
  seen: Set<string>,
  caller: Caller,
): Promise<Map<string, Record>> {
  const ofTables = new Map<TableId, RecordId[]>();
  for (const { change } of placed) {
    const { type, tableId, recordId } = change;
    if (!type.startsWith("record.") || type === "record.deleted") continue;
    if (!tableId || !recordId || seen.has(recordId)) continue;
    seen.add(recordId);
    ofTables.set(tableId, [...(ofTables.get(tableId) ?? []), recordId]);
  }
  const read = [...ofTables].map(async ([tableId, ids]) => {
    const table = await findTable(tableId);
    if (!table) return [];
    const [{ fields }, records] = await Promise.all([
      schemaOf(table),
      getItems<RecordItem>(ids.map((id) => recordKey(tableId, id))),
    ]);
    return showRecords(records, fields, { fieldKeyType: "id", cellFormat: "json" }, caller);
  });
  return new Map((await Promise.all(read)).flat().map((record) => [record.id, record]));
}
