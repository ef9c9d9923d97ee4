/*
 * Removes waiting entries that no longer count. makeIndex writes one for a record that another call writes at the same time, and that call
 * could not remove an entry that did not exist yet. Readers give up at 100 waiting entries (query/indexed/displaced-records.ts), so these
 * are removed before the index is ready.
 */

import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { getItems, keyAfter, makeFinder, readPage } from "#lib/store/store";
import { noToken, readEntry, tokenIn, waitingOf } from "./index-items.ts";
import type { LiveIndex } from "./live-indexes.ts";

const entriesPerPage = 500;
/** If more pages of entries wait, the index cannot be read soon anyway. */
const mostPages = 20;

/** Removes the waiting entries whose record names another entry or was deleted: they will never count. */
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
