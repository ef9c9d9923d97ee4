/*
 * Records, and the guards of their unique cells.
 *
 *           pk                         sk        cost (WCU in a transaction: 2 × size in KB)
 *  record   RECORDS#<table>#<part>     rec…      get 1 RCU for each 4 KB; a page is one round trip (record-pages.ts)
 *  guard    UNIQUE#<table>#<fld>#<h>   UNIQUE    2 WCU; → record; a partition each, so no hot one
 *  counter  TABLE#<table>              COUNTER   1 WCU a request: the highest autoNumber given
 */
import { createHash } from "node:crypto";
import type { Cells } from "#lib/engine/cells";
import { duplicateIssue, localizationOf, uniqueText } from "#lib/engine/constraints";
import type { Field } from "#lib/engine/field";
import type { StoredRecord } from "#lib/engine/present";
import { invalid, notFound } from "#lib/schemas/error";
import { newRecordId, type RecordId, type TableId, type UserId } from "#lib/schemas/ids";
import { type Change, insert, type NewItem, Refused, remove, removeKey } from "./commit.ts";
import { recordKey, uniqueKey } from "./record-keys.ts";
import * as store from "./store.ts";
import type { Schema } from "./table-schema.ts";

export type RecordItem = store.Item & StoredRecord;

export async function get(tableId: TableId, id: RecordId): Promise<RecordItem> {
  const record = await store.get<RecordItem>(recordKey(tableId, id));
  if (!record) throw notFound("record", id);
  return record;
}

export type NewRecordItem = NewItem & StoredRecord;

export function build(
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
export const insertions = (tableId: TableId, records: NewRecordItem[], fields: Field[]): Change[] => [
  ...records.map(insert),
  ...records.flatMap(({ id, cells }) =>
    guards(tableId, fields, cells).map(({ key, field }) => taking(key, id, field)),
  ),
];

/** The record goes, and the guards of its unique cells: of fields that were deleted just now too. */
export const removals = ({ table, fields, clearing }: Schema, record: RecordItem): Change[] => [
  remove(record),
  ...guardKeys(table.id, record, [...fields, ...clearing]).map(removeKey),
];

/** Guards to take and to give up when a record's cells change. */
export function exchange(tableId: TableId, fields: Field[], record: StoredRecord, cells: Cells): Change[] {
  const changed = fields.filter(({ id }) => uniqueText(record.cells[id]) !== uniqueText(cells[id]));
  return [
    ...guards(tableId, changed, record.cells).map(({ key }) => removeKey(key)),
    ...guards(tableId, changed, cells).map(({ key, field }) => taking(key, record.id, field)),
  ];
}

/** All that is written for a record besides itself. */
export const guardKeys = (tableId: TableId, { cells }: StoredRecord, fields: Guarded[]): store.Key[] =>
  guards(tableId, fields, cells).map(({ key }) => key);

type Guarded = Pick<Field, "id" | "unique">;

function guards(tableId: TableId, fields: Guarded[], cells: Cells): { key: store.Key; field: Guarded }[] {
  return fields.flatMap((field) => {
    const text = field.unique ? uniqueText(cells[field.id]) : undefined;
    if (text === undefined) return [];
    const hash = createHash("sha256").update(text).digest("base64url");
    return [{ key: uniqueKey(tableId, field.id, hash), field }];
  });
}

const taking = (key: store.Key, recordId: RecordId, { id }: Guarded): Change =>
  insert({ ...key, entity: "unique", recordId, fieldId: id });

/**
 * Turns a refused commit into a 400 for the unique values that others have; `pathOfCell` says where one stands in the request.
 * Where more was refused than guards, the record itself was changed meanwhile and may hold the value itself: look again.
 */
export const refusingDuplicates =
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
