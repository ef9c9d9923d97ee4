/*
 * Records, and the guards that keep the values of unique fields unique.
 *
 *  entity              pk                           sk       cost
 *  record              RECORDS#<table>#<part>       <rec>    packed (pack-records.ts); get 1 RCU per 4 KB; a page is one round trip (record-pages.ts); written 2 WCU per KB
 *  unique              UNIQUE#<table>#<fld>#<hash>  UNIQUE   2 WCU; names the record; <hash> is the hash of the value: one partition per value, so none gets hot
 *  counter, (counter)  TABLE#<table>                COUNTER  the highest autoNumber given: 1 WCU per request that creates records. In
 *                                                            brackets: the item has no entity, because ADD creates it
 */

import { createHash } from "node:crypto";
import { type Schema, withKept } from "#lib/data/schema/table-schema";
import type { Cells } from "#lib/engine/cells/cells";
import { duplicateIssue, localizationOf, uniqueText } from "#lib/engine/cells/constraints";
import { sizeOf } from "#lib/engine/cells/record-size";
import { makeReshaper, type StoredRecord } from "#lib/engine/cells/stored-cells";
import type { Field } from "#lib/engine/fields/field";
import { invalid, notFound } from "#lib/schemas/basics/error";
import {
  type FieldId,
  newRecordId,
  type RecordId,
  type TableId,
  type UserId,
  type ViewId,
} from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { type Change, change, insert, Refused, remove, removeKey } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import * as store from "#lib/store/store";
import { keyText } from "#lib/store/store";
import { recordKey, rowKey, uniqueKey } from "./record-keys.ts";

export type RecordItem = store.Item &
  StoredRecord & {
    /**
     * The token of its entry in each index, if it was written since the index was made (indexes/index-items.ts). If the index counts, the
     * id of its group follows, or nothing if the filter leaves it out (indexes/counts/count-items.ts).
     */
    ix?: { [index: string]: string };
    /**
     * For cells that a model fills by itself: a hash of the cells from which it was filled, and how often that happened on which day
     * (lib/data/ai/auto-tasks.ts).
     */
    asked?: { [field: FieldId]: { of: string; on: string; times: number; gave?: string } };
  };

/** A record by its id. Throws 404 if it does not exist. */
export async function get(tableId: TableId, id: RecordId): Promise<RecordItem> {
  const record = await store.getItem<RecordItem>(recordKey(tableId, id));
  if (!record) throw notFound("record", id);
  return record;
}

const keysPerRequest = 100;

/**
 * For each id the record, `undefined` if it does not exist. Stops reading and throws 400 if the records are larger than one call may
 * write.
 */
export async function findMany(tableId: TableId, ids: RecordId[]): Promise<(RecordItem | undefined)[]> {
  const keys = ids.map((id) => recordKey(tableId, id));
  const found = new Map<string, RecordItem>();
  let bytes = 0;
  await runTogether(cutIntoPieces(keys, keysPerRequest), async (some) => {
    for (const item of await store.getItems<RecordItem>(some)) {
      found.set(item.id, item);
      bytes += sizeOf(item);
    }
    if (bytes > limits.changedBytes)
      throw invalid([
        {
          path: "",
          message: `a call may change at most ${limits.changedBytes} bytes of records; split it into several calls`,
        },
      ]);
  });
  return ids.map((id) => found.get(id));
}

/**
 * The ETag of a record's state: different after each edit, and after it was deleted and restored. Moving its row does not change it.
 */
export const tagOf = (record: {
  version: number;
  moves?: number;
  recomputes?: number;
  createdTime: string;
  lastModifiedTime?: string | undefined;
}): string =>
  `${record.version - (record.moves ?? 0) - (record.recomputes ?? 0)}.${Date.parse(record.lastModifiedTime ?? record.createdTime).toString(36)}`;

/** The item of a new record; writes nothing. */
export function buildRecord(
  tableId: TableId,
  autoNumber: number,
  cells: Cells,
  createdBy: UserId,
  createdTime: string,
): RecordItem {
  const id = newRecordId(autoNumber);
  return {
    ...recordKey(tableId, id),
    entity: "record",
    version: 1,
    id,
    autoNumber,
    cells,
    createdTime,
    createdBy,
  };
}

/** The changes that delete a record, its row positions and its guards; guards of fields that are being cleared are included. */
export const removeChanges = (schema: Schema, record: RecordItem): Change[] => [
  remove(record),
  ...placesIn(record, schema.views).map(({ viewId, position }) => removeKey(rowKey(viewId, position))),
  ...guardKeys(schema.table.id, makeReshaper(withKept(schema))(record), [
    ...schema.fields,
    ...schema.clearing,
  ]).map(removeKey),
];

/** The row positions of a record in those of these views in which its row was moved. */
export const placesIn = ({ moved = {} }: StoredRecord, views: { id: ViewId }[]) =>
  views.flatMap(({ id: viewId }) => {
    const position = moved[viewId];
    return position === undefined ? [] : [{ viewId, position }];
  });

/** The change that takes a row position; refused if another row has it. */
export const takePositionChange = (
  { viewId, position }: { viewId: ViewId; position: string },
  id: RecordId,
): Change => insert({ ...rowKey(viewId, position), entity: "place", recordId: id });

/** The attributes that change when only the row of a record moves. Moves are counted, so that they do not change the ETag. */
export const applyMove = <Moved>(moved: Moved, { moves = 0 }: StoredRecord) => ({
  ...moved,
  moves: moves + 1,
});

/** A record before and after a call; a new record has no `before`. */
export interface RecordWrite {
  before?: RecordItem;
  after: RecordItem;
}

/**
 * The changes of guards when records are written: guards of new values are created, those of old values deleted. If a value moves from
 * one of the records to another, its guard is read and gets the new owner in one change. Throws `Refused` if such a guard no longer
 * exists: retry.
 */
export async function exchangeGuards(
  tableId: TableId,
  fields: Guarded[],
  writes: RecordWrite[],
): Promise<Change[]> {
  const released = new Map<string, store.Key>();
  const taken = new Map<string, { key: store.Key; id: RecordId; field: Guarded }>();
  const unique = fields.filter((field) => field.unique);
  for (const { before, after } of writes) {
    const old = before?.cells ?? {};
    const changed = unique.filter(
      (field) => uniqueText(field, old[field.id]) !== uniqueText(field, after.cells[field.id]),
    );
    for (const { key } of guards(tableId, changed, old)) released.set(keyText(key), key);
    for (const { key, field } of guards(tableId, changed, after.cells))
      taken.set(keyText(key), { key, id: after.id, field });
  }

  const exchanged = [...taken.keys()].filter((key) => released.has(key));
  const found =
    exchanged.length > 0 ? await store.getItems(exchanged.flatMap((key) => released.get(key) ?? [])) : [];
  // a missing guard was released by another call after its record was read
  if (found.length < exchanged.length) throw new Refused([...released.values()].map(removeKey));
  const existing = new Map(found.map((guard) => [keyText(guard), guard]));
  return [
    ...[...released].filter(([text]) => !taken.has(text)).map(([, key]) => removeKey(key)),
    ...[...taken].map(([text, { key, id, field }]) => {
      const guard = existing.get(text);
      return guard ? change(guard, { recordId: id }) : createGuard(key, id, field);
    }),
  ];
}

/**
 * The changes when a field becomes unique: they guard its values, and remove guards of its former values. An existing guard can only be
 * left over from before.
 */
export async function renewGuards(
  tableId: TableId,
  { before, field }: { before: Guarded; field: Guarded },
  { former, present }: { former: Cells[]; present: Map<RecordId, Cells> },
): Promise<Change[]> {
  const wanted = new Map(
    [...present].flatMap(([id, cells]) => {
      const key = guardKey(tableId, field, cells);
      return key ? [[keyText(key), { key, id }] as const] : [];
    }),
  );
  const found = new Map(
    (await store.getItems([...wanted.values()].map(({ key }) => key))).map((guard) => [
      keyText(guard),
      guard,
    ]),
  );
  const gone = new Map(
    former.flatMap((cells) => guardKey(tableId, before, cells) ?? []).map((key) => [keyText(key), key]),
  );
  return [
    ...[...gone].flatMap(([text, key]) => (wanted.has(text) ? [] : [removeKey(key)])),
    ...[...wanted].map(([text, { key, id }]) => {
      const guard = found.get(text);
      return guard ? change(guard, { recordId: id }) : createGuard(key, id, field);
    }),
  ];
}

/** The keys of all guards of a record. */
export const guardKeys = (tableId: TableId, { cells }: StoredRecord, fields: Guarded[]): store.Key[] =>
  guards(tableId, fields, cells).map(({ key }) => key);

type Guarded = Pick<Field, "id" | "type" | "unique"> & Partial<Pick<Field, "options" | "lookupOptions">>;

function guards(tableId: TableId, fields: Guarded[], cells: Cells): { key: store.Key; field: Guarded }[] {
  return fields.flatMap((field) => {
    const key = field.unique && guardKey(tableId, field, cells);
    return key ? [{ key, field }] : [];
  });
}

/** The key of the guard for the value of a unique field; `undefined` for an empty cell. */
export function guardKey(tableId: TableId, field: Guarded, cells: Cells): store.Key | undefined {
  const text = uniqueText(field, cells[field.id]);
  if (text === undefined) return undefined;
  return uniqueKey(tableId, field.id, createHash("sha256").update(text).digest("base64url"));
}

const createGuard = (key: store.Key, recordId: RecordId, { id }: Guarded): Change =>
  insert({ ...key, entity: "unique", recordId, fieldId: id });

/**
 * Handles the error of a commit: throws a 400 that names the unique values that other records have. `pathOfCell` gives the path of a
 * cell in the request. If more than guards was refused, a record itself has changed and may be the owner of the value: the error is
 * thrown unchanged, so that the call is retried.
 */
export const refuseDuplicates =
  (
    { table, fields }: { table: { name: string }; fields: Field[] },
    pathOfCell: (recordId: unknown, field: Field) => string,
  ) =>
  (error: unknown): never => {
    const refused = error instanceof Refused ? error.changes : [];
    const taken = refused.flatMap(guardIn).flatMap(({ recordId, fieldId }) => {
      const field = fields.find(({ id }) => id === fieldId);
      return field ? [{ recordId, field }] : [];
    });
    if (!taken[0] || taken.length < refused.length) throw error;
    const issues = taken.map(({ recordId, field }) => duplicateIssue(pathOfCell(recordId, field)));
    throw invalid(issues, localizationOf({ rule: "unique", field: taken[0].field }, table.name));
  };

const guardIn = (change: Change) =>
  change.op === "create" && change.item.entity === "unique"
    ? [{ recordId: change.item["recordId"], fieldId: change.item["fieldId"] }]
    : [];
