/* Compares the counts of an index with the records of its table. Other calls may write at the same time. */

import type { Prepared } from "#lib/data/records/reading/open-reading";
import { readSlices } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { mapInTurns } from "#lib/engine/cells/cell-reader";
import type { TableId } from "#lib/schemas/basics/ids";
import { getItem } from "#lib/store/store";
import type { LiveIndex } from "../live-indexes.ts";
import { readName, type SumsItem, sumsKey } from "./count-items.ts";
import { readCounts } from "./read-counts.ts";

/** `changing`: other calls changed the counts during every attempt, so nothing can be said. */
export type CountsReport = "right" | "wrong" | "changing" | "too many groups";

const looks = 3;

/** Undefined if the index has no counts. */
export async function checkCounts(tableId: TableId, index: LiveIndex): Promise<CountsReport | undefined> {
  if (!index.pathOf) return undefined;
  let found: CountsReport = "changing";
  for (let look = 0; look < looks; look++) {
    const before = await readCounted(tableId, index);
    if (before === undefined) return explainMissing(tableId, index);
    const records = await countRecords(tableId, index);
    if ((await readCounted(tableId, index)) !== before) continue;
    if (records === before) return "right";
    // a single difference may come from a record that changed its group and changed it back
    if (found === "wrong") return found;
    found = "wrong";
  }
  return "changing";
}

/** The counts as text, so that they can be compared. */
const asText = (counts: Iterable<[string, number]>): string => JSON.stringify([...counts].sort());

async function readCounted(tableId: TableId, index: LiveIndex): Promise<string | undefined> {
  const groups = await readCounts(tableId, index);
  return groups && asText(groups.map(({ id, count }): [string, number] => [id, count]));
}

async function countRecords(tableId: TableId, index: LiveIndex): Promise<string> {
  const { item, pathOf } = index;
  const counts = new Map<string, number>();
  for await (const records of readSlices(tableId)) {
    index.begin();
    const idOf = (record: Prepared<RecordItem>) =>
      readName(record, item.id).path ?? pathOf?.(record)?.id ?? "";
    for (const id of await mapInTurns(await index.prepare(records), index, idOf)) {
      if (id !== "") counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return asText(counts);
}

async function explainMissing(tableId: TableId, { item }: LiveIndex): Promise<CountsReport> {
  const sums = await getItem<SumsItem>(sumsKey(tableId, item.id));
  if (!sums) return "wrong";
  return sums.isGivenUp ?? "changing";
}
