/*
 * Reads a page of records in the natural order of a table, or in the row order of a view, and filters them while reading until the page
 * is full. If few records match, the page ends after 64 rounds with a cursor to go on; it may then be short or empty.
 */

import { readNaturally } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { takeScanTurn } from "#lib/data/records/scan-turns";
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

/** A table's records in natural order, or in the row order of one of its views. */
interface Rows {
  tableId: TableId;
  view?: ViewItem | undefined;
}

type Filter = Pick<QueryPlan, "prepare" | "matches" | "reader" | "turn">;

/** Each round but the first reads some thousand records of a large table. */
const maxRounds = 64;
const maxAtFirst = 1000;
const maxAtOnce = 4000;

/** One page of records. Without `filtering` all records match. Throws 400 if `skip` takes too many rounds. */
export const readRows = (rows: Rows, paging: Paging, filtering?: Filter): Promise<PageRead> =>
  // a filter may have to read on to the end of the table
  filtering
    ? takeScanTurn(filtering.reader, () => readPageOf(rows, paging, filtering))
    : readPageOf(rows, paging);

async function readPageOf(rows: Rows, paging: Paging, filtering?: Filter): Promise<PageRead> {
  const { skip, take } = paging;
  const { reader, placeOf } = readerOf(rows, paging);
  const wanted = filtering ? maxAtOnce : Math.min(skip + take + 1, maxAtOnce);
  const records: RecordItem[] = [];
  let bytes = 0;
  let toSkip = skip;
  for (let round = 0; ; round++) {
    const read = await reader.read(round === 0 ? Math.min(wanted, maxAtFirst) : wanted);
    const prepared = await filtering?.prepare(read);
    for (const [i, record] of read.entries()) {
      const turn = filtering?.turn();
      if (turn !== undefined) await turn;
      const readable = prepared?.[i];
      const isLeftOut = readable && filtering?.matches(readable) === false;
      if (isLeftOut || toSkip-- > 0) continue;
      const last = records.at(-1);
      if (last && (records.length === take || bytes > limits.responseBytes))
        return { records, placeOf, next: placeOf(last) };
      records.push(record);
      bytes += sizeOf(record);
    }
    if (reader.ended()) return { records, placeOf, next: null };
    if (round < maxRounds) continue;
    if (toSkip > 0) throw skippedTooLong();
    return { records, placeOf, next: reader.at() };
  }
}

/** A cursor cannot keep the rest of `skip`: it holds only a position. */
const skippedTooLong = () =>
  invalid([
    {
      path: "skip",
      message: "is higher than the records found in the time of a call; follow the cursor instead",
    },
  ]);

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
