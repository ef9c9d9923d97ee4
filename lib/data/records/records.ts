/*
 * Records, and the guards of their unique cells.
 *
 *           pk                         sk        cost (WCU in a transaction: 2 × size in KB)
 *  record   RECORDS#<table>#<part>     rec…      get 1 RCU for each 4 KB; a page is one round trip (record-pages.ts)
 *  guard    UNIQUE#<table>#<fld>#<h>   UNIQUE    2 WCU; → record; a partition each, so no hot one
 *  counter  TABLE#<table>              COUNTER   1 WCU a request: the highest autoNumber given
 */

import { createHash } from "node:crypto";
import type { Schema } from "#lib/data/schema/table-schema";
import type { Cells } from "#lib/engine/cells/cells";
import { duplicateIssue, localizationOf, uniqueText } from "#lib/engine/cells/constraints";
import type { StoredRecord } from "#lib/engine/cells/present";
import { sizeOf } from "#lib/engine/cells/record-size";
import type { Field } from "#lib/engine/fields/field";
import { invalid, notFound } from "#lib/schemas/basics/error";
import { newRecordId, type RecordId, type TableId, type UserId, type ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { type Change, change, insert, type NewItem, Refused, remove, removeKey } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import * as store from "#lib/store/store";
import { keyText } from "#lib/store/store";
import { placeKey, recordKey, uniqueKey } from "./record-keys.ts";

export type RecordItem = store.Item & StoredRecord;

export async function get(tableId: TableId, id: RecordId): Promise<RecordItem> {
  const record = await store.getItem<RecordItem>(recordKey(tableId, id));
  if (!record) throw notFound("record", id);
  return record;
}

const idsPerPiece = 100;

/** Of each id the record, if it is there. More than one call may write are not read to the end. */
export async function findMany(tableId: TableId, ids: RecordId[]): Promise<(RecordItem | undefined)[]> {
  const pieces: store.Key[][] = [];
  for (let i = 0; i < ids.length; i += idsPerPiece)
    pieces.push(ids.slice(i, i + idsPerPiece).map((id) => recordKey(tableId, id)));
  const found = new Map<string, RecordItem>();
  let bytes = 0;
  await runTogether(pieces, async (keys) => {
    for (const item of (await store.getItems(keys)) as RecordItem[]) {
      found.set(item.id, item);
      bytes += sizeOf(item);
    }
    if (bytes > limits.changedBytes)
      throw invalid([{ path: "", message: `names records of ${bytes} bytes or more: send less at once` }]);
  });
  return ids.map((id) => found.get(id));
}

/** Names a state that a record was in: it differs after each edit, also of one that was deleted and put back; moving its row is none. */
export const tagOf = (record: {
  version: number;
  moves?: number;
  createdTime: string;
  lastModifiedTime?: string | undefined;
}): string =>
  `${record.version - (record.moves ?? 0)}.${Date.parse(record.lastModifiedTime ?? record.createdTime).toString(36)}`;

export type NewRecordItem = NewItem & StoredRecord;

export function buildRecord(
  tableId: TableId,
  autoNumber: number,
  cells: Cells,
  createdBy: UserId,
  createdTime: string,
): NewRecordItem {
  const id = newRecordId(autoNumber);
  return { ...recordKey(tableId, id), entity: "record", id, autoNumber, cells, createdTime, createdBy };
}

/** The new records and the guards of their unique cells. */
export const createChanges = (tableId: TableId, records: NewRecordItem[], fields: Field[]): Change[] => [
  ...records.map(insert),
  ...guardChanges(tableId, records, fields),
];

/** The guards of the unique cells of records that are put there. */
export const guardChanges = (tableId: TableId, records: StoredRecord[], fields: Field[]): Change[] =>
  records.flatMap(({ id, cells }) =>
    guards(tableId, fields, cells).map(({ key, field }) => claiming(key, id, field)),
  );

/** The record goes, with its places in views and the guards of its unique cells: of fields that were deleted just now too. */
export const removeChanges = ({ table, fields, views, clearing }: Schema, record: RecordItem): Change[] => [
  remove(record),
  ...placesIn(record, views).map(({ viewId, position }) => removeKey(placeKey(viewId, position))),
  ...guardKeys(table.id, record, [...fields, ...clearing]).map(removeKey),
];

/** Where its row was put, in those of these views in which it was. */
export const placesIn = ({ moved = {} }: StoredRecord, views: { id: ViewId }[]) =>
  views.flatMap(({ id: viewId }) => {
    const position = moved[viewId];
    return position === undefined ? [] : [{ viewId, position }];
  });

/** What gives a row its place. */
export const takePositionChange = (
  { viewId, position }: { viewId: ViewId; position: string },
  id: RecordId,
): Change => insert({ ...placeKey(viewId, position), entity: "place", recordId: id });

/** What of a record is another when its row goes to a place, and nothing else is done with it. */
export const applyMove = <Place>(place: Place, { moves = 0 }: StoredRecord) => ({
  ...place,
  moves: moves + 1,
});

/** A record that is there, and the cells it is to have. */
export interface Edit {
  record: RecordItem;
  cells: Cells;
}

/**
 * Guards to take and to give up when cells of records change and others are made. A value that passes from one of them to another
 * is one change: its guard, which must be read for that, gets another owner.
 */
export async function updateChanges(
  tableId: TableId,
  fields: Field[],
  { edits, made = [] }: { edits: Edit[]; made?: NewRecordItem[] },
): Promise<Change[]> {
  const given = new Map<string, store.Key>();
  const taken = new Map<string, { key: store.Key; id: RecordId; field: Guarded }>();
  const take = (id: RecordId, fields: Field[], cells: Cells) => {
    for (const { key, field } of guards(tableId, fields, cells)) taken.set(keyText(key), { key, id, field });
  };
  for (const { record, cells } of edits) {
    const changed = fields.filter(({ id }) => uniqueText(record.cells[id]) !== uniqueText(cells[id]));
    for (const { key } of guards(tableId, changed, record.cells)) given.set(keyText(key), key);
    take(record.id, changed, cells);
  }
  for (const { id, cells } of made) take(id, fields, cells);

  const passing = [...taken.keys()].filter((key) => given.has(key));
  const passed =
    passing.length > 0 ? await store.getItems(passing.flatMap((key) => given.get(key) ?? [])) : [];
  // one that is gone by now was given up after its record was read: look again
  if (passed.length < passing.length) throw new Refused([...given.values()].map(removeKey));
  const owners = new Map(passed.map((guard) => [keyText(guard), guard]));
  return [
    ...[...given].filter(([text]) => !taken.has(text)).map(([, key]) => removeKey(key)),
    ...[...taken].map(([text, { key, id, field }]) => {
      const guard = owners.get(text);
      return guard ? change(guard, { recordId: id }) : claiming(key, id, field);
    }),
  ];
}

/** All that is written for a record besides itself. */
export const guardKeys = (tableId: TableId, { cells }: StoredRecord, fields: Guarded[]): store.Key[] =>
  guards(tableId, fields, cells).map(({ key }) => key);

type Guarded = Pick<Field, "id" | "unique">;

function guards(tableId: TableId, fields: Guarded[], cells: Cells): { key: store.Key; field: Guarded }[] {
  return fields.flatMap((field) => {
    const key = field.unique && guardKey(tableId, field, cells);
    return key ? [{ key, field }] : [];
  });
}

/** Where it says who has the value that a unique field has in these cells; an empty cell has none. */
export function guardKey(tableId: TableId, { id }: Guarded, cells: Cells): store.Key | undefined {
  const text = uniqueText(cells[id]);
  if (text === undefined) return undefined;
  return uniqueKey(tableId, id, createHash("sha256").update(text).digest("base64url"));
}

const claiming = (key: store.Key, recordId: RecordId, { id }: Guarded): Change =>
  insert({ ...key, entity: "unique", recordId, fieldId: id });

/**
 * Turns a refused commit into a 400 for the unique values that others have; `pathOfCell` says where one stands in the request.
 * Where more was refused than guards, the record itself was changed meanwhile and may hold the value itself: look again.
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
