/*
 * Records in the table's own order, or in that of a view's rows: read on from a place and filtered while reading, until a page
 * is full. One that finds little ends after so many rounds of reading, with a cursor to go on.
 */

import { readNaturally } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { readByHand } from "#lib/data/rows/row-order";
import type { ViewItem } from "#lib/data/schema/table-schema";
import { sizeOf } from "#lib/engine/cells/record-size";
import { positionOf } from "#lib/engine/values/positions";
import { invalid } from "#lib/schemas/basics/error";
import { autoNumberOf, type TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { CursorPosition } from "./cursors.ts";
import type { PageRead } from "./fit-page.ts";
import type { QueryPlan } from "./query-plan.ts";

export interface Paging {
  after: CursorPosition | undefined;
  skip: number;
  take: number;
}

/** A table's records in natural order, or in that of the rows of one of its views. */
interface Rows {
  tableId: TableId;
  view?: ViewItem | undefined;
}

type Filtering = Pick<QueryPlan, "meet" | "matches">;

/** Each but the first reads some thousand records of a large table. */
const mostRounds = 64;
const atFirst = 1000;
const mostAtOnce = 4000;

export async function readRows(rows: Rows, paging: Paging, filtering?: Filtering): Promise<PageRead> {
  const { skip, take } = paging;
  const { reader, placeOf } = readerOf(rows, paging);
  const wanted = filtering ? mostAtOnce : Math.min(skip + take + 1, mostAtOnce);
  const records: RecordItem[] = [];
  let bytes = 0;
  let toSkip = skip;
  for (let round = 0; ; round++) {
    const read = await reader.read(round === 0 ? Math.min(wanted, atFirst) : wanted);
    await filtering?.meet(read);
    for (const record of read) {
      if (filtering?.matches(record) === false || toSkip-- > 0) continue;
      const last = records.at(-1);
      if (last && (records.length === take || bytes > limits.responseBytes))
        return { records, placeOf, next: placeOf(last) };
      records.push(record);
      bytes += sizeOf(record);
    }
    if (reader.ended()) return { records, placeOf, next: null };
    if (round < mostRounds) continue;
    if (toSkip > 0) throw skippedTooLong();
    return { records, placeOf, next: reader.at() };
  }
}

/** A cursor says where reading goes on, not how many are to be passed over yet. */
const skippedTooLong = () =>
  invalid([{ path: "skip", message: "passes over more than are found in time: follow the cursor instead" }]);

function readerOf({ tableId, view }: Rows, { after }: Paging) {
  if (view)
    return {
      reader: readByHand(tableId, view, String(after ?? "")),
      placeOf: (record: RecordItem): CursorPosition => positionOf(record, view),
    };
  return {
    reader: readNaturally(tableId, Number(after ?? 0)),
    placeOf: ({ id }: RecordItem): CursorPosition => autoNumberOf(id),
  };
}
