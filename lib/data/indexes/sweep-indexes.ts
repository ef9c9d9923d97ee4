/*
 * The job that sweeps the indexes of a table, once a month: it removes entries that no record names, and notes of counts that never count, and
 * counts the entries that are left.
 *
 *   500 entries ──▶ their records ──▶ all named: the next 500
 *                                 └─▶ some are not ──▶ 60 s: no running call can still name them ──▶ their records again ──▶ removed
 *
 * Entries that dead processes left, or that could not be removed, do not count, but a page that meets one reads a record for it. If a
 * record names an entry at another place than its cells say, the index is ended, as in check-index.ts. Each piece can be repeated.
 */

import * as z from "zod";
import { defineJob } from "#lib/data/jobs/define-job";
import { find, schemaOf } from "#lib/data/schema/table-schema";
import type { TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { readSettledTime } from "#lib/store/running-calls";
import { keyAfter, readPage } from "#lib/store/store";
import { endIndex, findStrangeIn } from "./check-index.ts";
import { foldNotes } from "./counts/fold-counts.ts";
import { allEntriesOf, entriesOf, entryItem, readEntry } from "./index-items.ts";
import { addToSize, keepSize } from "./index-size.ts";
import { type LiveIndex, liveIndexes } from "./live-indexes.ts";

const entriesPerPage = 500;
const pagesPerPiece = 20;
/** At most so many entries wait for their second check, so that the job's item stays small. */
const mostStrange = 100;

/** The place that the job has reached. */
const Place = z.strictObject({
  index: z.string(),
  /** Of the index. */
  part: z.int(),
  from: z.string(),
  entries: z.int(),
  bytes: z.int(),
  /** Sort keys of entries that no record named. They are checked again before the sweep goes on at `from`. */
  strange: z.array(z.string()).exactOptional(),
});
type Place = z.infer<typeof Place>;
/** The place of the first piece: it begins with the first index. */
const place = Place.or(z.strictObject({ index: z.undefined().optional() }));

/** One piece of the job. */
export const sweepIndexes = defineJob("sweepIndexes", { needs: "tableId", place }, async (job) => {
  const { tableId, progress } = job;
  const table = await find(tableId);
  if (!table) return { progress };
  const indexes = liveIndexes(await schemaOf(table))
    .filter(({ item }) => item.state === "ready")
    .sort((a, b) => (a.item.id < b.item.id ? -1 : 1));
  let at = job.at.index === undefined ? undefined : job.at;
  let done = progress.done;
  for (let page = 0; page < pagesPerPiece; page++) {
    const index = indexes.find(({ item }) => item.id >= (at?.index ?? ""));
    if (!index) return { progress: { done } };
    const known = at?.index === index.item.id ? at : startOf(tableId, index.item.id);
    const { strange, ...next } = await sweepSome(tableId, index, known);
    done += Math.max(0, next.entries - known.entries);
    at = next;
    if (strange)
      return {
        ...{ progress: { done }, at: { ...next, strange } },
        dueTime: readSettledTime(new Date().toISOString()),
      };
  }
  return { progress: { done }, at: at ?? {} };
});

const startOf = (tableId: TableId, index: string): Place => ({
  ...{ index, part: 0, entries: 0, bytes: 0 },
  from: entriesOf(tableId, index)[0]?.from ?? "",
});

/** Sweeps a page of entries after a place and gives the next place. At the end of an index it names the next possible index. */
async function sweepSome(tableId: TableId, index: LiveIndex, place: Place): Promise<Place> {
  const { strange: known, ...at } = place;
  const { id } = index.item;
  const parts = allEntriesOf(tableId, id);
  if (known) {
    const { unnamed, misplaced } = await findStrangeIn(
      tableId,
      index,
      known.map((sk) => readEntry({ sk })),
    );
    const left = unnamed.map((entry) => entryItem(tableId, id, entry));
    await removeItems(left);
    if (misplaced.length > 0) await endIndex(tableId, id);
    const gone = addToSize(left);
    return { ...at, entries: at.entries - gone.entries, bytes: at.bytes - gone.bytes };
  }
  const part = parts[at.part];
  if (!part) {
    if (index.pathOf) await foldNotes(tableId, id);
    await keepSize(tableId, id, at);
    return { ...startOf(tableId, id), index: `${id}\u0000` };
  }
  const { items, more } = await readPage({ pk: part.pk, from: at.from, limit: entriesPerPage });
  const { unnamed, misplaced } = await findStrangeIn(tableId, index, items.map(readEntry));
  const strange = [...unnamed, ...misplaced].map((entry) => entryItem(tableId, id, entry).sk).sort();
  // the other strange entries are checked with the next page
  const last = strange.length > mostStrange ? strange[mostStrange - 1] : items.at(-1)?.sk;
  const swept = items.filter(({ sk }) => last !== undefined && sk <= last);
  const isPartDone = !more && swept.length === items.length;
  return {
    index: id,
    part: isPartDone ? at.part + 1 : at.part,
    from: isPartDone ? part.from : keyAfter(last ?? at.from),
    ...addToSize(swept, at),
    ...(strange.length > 0 && { strange: strange.slice(0, mostStrange) }),
  };
}
