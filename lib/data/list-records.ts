/* A page of records, and the cursor to the next. */
import { fittingInto } from "#lib/schemas/answer-size";
import { invalid } from "#lib/schemas/error";
import { autoNumberOf, RecordId, type TableId } from "#lib/schemas/ids";
import { limits } from "#lib/schemas/limits";
import type { RecordListQuery, RecordPage } from "#lib/schemas/record";
import type { Caller } from "./caller.ts";
import { slice } from "./record-pages.ts";
import { showRecords } from "./show-records.ts";
import type { Schema } from "./table-schema.ts";

export type Slice = Awaited<ReturnType<typeof slice>>;

/** The stored records of a page; needs no schema, so it goes out with the first round trip. */
export const readSlice = async (tableId: TableId, { cursor, skip, take }: RecordListQuery): Promise<Slice> =>
  slice({ tableId, after: cursor === undefined ? 0 : placeOf(cursor, tableId), skip, take });

/** Shows a page; one whose records are many bytes ends early. */
export async function showPage(
  schema: Schema,
  read: Slice,
  query: RecordListQuery,
  caller: Caller,
): Promise<RecordPage> {
  const records = await showRecords(read.records, schema.fields, query, caller);
  const fitting = fittingInto(records, limits.responseBytes - 200);
  const last = records[fitting - 1];
  const more = read.more || fitting < records.length;
  return {
    records: records.slice(0, fitting),
    nextCursor: more && last ? cursorTo(last.id, schema.table.id) : null,
  };
}

/*
 * A cursor marks a place, so it never expires: the table's id and the last record's, without their prefixes.
 */
const cursorTo = (id: RecordId, tableId: TableId) =>
  Buffer.from(`${tableId.slice(3)}${id.slice(3)}`).toString("base64url");

function placeOf(cursor: string, tableId: TableId): number {
  const text = Buffer.from(cursor, "base64url").toString();
  const id = RecordId.safeParse(`rec${text.slice(16)}`);
  if (!id.success || cursor !== Buffer.from(text).toString("base64url"))
    throw invalid([{ path: "cursor", message: "is no cursor: send the nextCursor of a page as it is" }]);
  if (text.slice(0, 16) !== tableId.slice(3))
    throw invalid([{ path: "cursor", message: "is a cursor of another table" }]);
  return autoNumberOf(id.data);
}
