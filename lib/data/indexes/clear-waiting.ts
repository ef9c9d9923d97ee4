/*
 * Entries of records that wait, which makeIndex has laid for records that were written meanwhile: the writer could not remove what was not there
 * yet. While 100 of these lie there, readers look no further (query/indexed/displaced-records.ts), so they go before the index is ready.
 */

import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { getItems, keyAfter, makeFinder, readPage } from "#lib/store/store";
import { noToken, readEntry, tokenIn, waitingOf } from "./index-items.ts";
import type { LiveIndex } from "./live-indexes.ts";

const entriesPerPage = 500;
/** So many more wait that the index will not be read soon anyway. */
const mostPages = 20;

/** Removes those of the job whose record names another entry, or is gone: they count never again. */
export async function clearWaiting(tableId: TableId, { item: { id }, mayWait }: LiveIndex): Promise<void> {
  const range = waitingOf(tableId, id);
  let from: string | undefined;
  for (let page = 0; mayWait && page < mostPages; page++) {
    const { items, more } = await readPage({ ...range, ...(from && { from }), limit: entriesPerPage });
    const laid = items.filter((item) => readEntry(item).token === noToken);
    const find = makeFinder(await getItems(laid.map((item) => recordKey(tableId, readEntry(item).id))));
    const isLeft = (item: (typeof laid)[number]) => {
      const record = find<RecordItem>(recordKey(tableId, readEntry(item).id));
      return !record || tokenIn(record, id) !== noToken;
    };
    await removeItems(laid.filter(isLeft));
    const last = items.at(-1);
    if (!more || !last) return;
    from = keyAfter(last.sk);
  }
}
