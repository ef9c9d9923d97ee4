/*
 * Moves the links of some records to where a changed relationship stores them (change-links.ts); move-plan.ts decides which links fit.
 * Commits are in the order of the records, so a repeated piece decides the same.
 */

import { nextSidesOf, sidesOf } from "#lib/data/links/link-items";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { type Change, check, commit, Refused, retryOnConflict } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItem } from "#lib/store/store";
import { type Moving, planBack, planOwn, readLinks } from "./move-plan.ts";

const linksPerPiece = 4000;
/** The check of the job is the hundredth. */
const changesPerCommit = 99;

/** Moves the links of these records on both sides. Gives how many of the records are done: not all if they have very many links. */
export async function moveOwn(moving: Moving, records: RecordItem[]): Promise<number> {
  const { own } = sidesOf(moving.field, moving.own.table.id);
  const linked = await readLinks(own, records);
  let count = 0;
  const end = linked.findIndex(({ others }, i) => {
    count += others.length;
    return i > 0 && count > linksPerPiece;
  });
  const piece = end < 0 ? linked : linked.slice(0, end);
  try {
    await commitAll(moving, await planOwn(moving, piece, false));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // one after another, because the order decides
    for (const { record } of piece)
      await moveAgain(moving, own.tableId, record.id, async (found) =>
        planOwn(moving, await readLinks(own, [found]), true),
      );
  }
  return piece.length;
}

/** Writes the link cells of these records of the other table, from the links at their new places. */
export async function moveBack(moving: Moving, records: RecordItem[]): Promise<number> {
  const { tableId } = nextSidesOf(moving.field, moving.own.table.id).back;
  await runTogether(
    cutIntoPieces(records, 40),
    async (piece) => {
      try {
        await commitAll(moving, await planBack(moving, piece));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        for (const { id } of piece)
          await moveAgain(moving, tableId, id, (found) => planBack(moving, [found]));
      }
    },
    4,
  );
  return records.length;
}

/** Moves the links of a record after another writer has changed it: reads the record again. */
const moveAgain = (
  moving: Moving,
  tableId: TableId,
  id: RecordId,
  plan: (record: RecordItem) => Promise<Change[]>,
): Promise<void> =>
  retryOnConflict(async () => {
    const { id: jobId, pk, sk, version } = moving.job;
    if ((await getItem({ pk, sk }))?.version !== version)
      throw new Error(`the job ${jobId} goes on elsewhere`);
    const record = await getItem<RecordItem>(recordKey(tableId, id));
    if (record) await commitAll(moving, await plan(record));
  });

async function commitAll({ job }: Moving, changes: Change[]): Promise<void> {
  for (const piece of cutIntoPieces(changes, changesPerCommit)) await commit([...piece, check(job)]);
}
