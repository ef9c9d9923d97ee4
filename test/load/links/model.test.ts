/*
 * Concurrent writers of linked records, with lost answers, conflicts and processes that die. When all is quiet, both sides of each link
 * must agree, no link may lead to a record that is not there, each title must be the present one, and no acknowledged link may be lost.
 *
 * GRIDLESS_LINK_RUNS sets the number of runs.
 */
import { beforeAll, expect, test, vi } from "vitest";
import { handler as settleNotes } from "#functions/link/settle-notes";
import type { JobItem } from "#lib/data/jobs/jobs";
import * as jobs from "#lib/data/jobs/jobs";
import { settleAll } from "#test/support/events/commits";
import { runToEnd } from "#test/support/events/jobs";
import { process, someAccidents } from "#test/support/events/processes";
import { allLinks, findDisagreements } from "#test/support/links/check-links";
import { openNotes } from "#test/support/links/open-notes";
import type { Sent } from "#test/support/store/faults";
import { holdKeys } from "#test/support/store/held-keys";
import { useOwnStore } from "#test/support/store/own-store";
import { tellNews } from "#test/support/store/record-images";
import { type CallLog, newCallLog } from "./call-log.ts";
import { actAtRandom, aLinkWorld, type Ids, type LinkWorld } from "./world.ts";

beforeAll(useOwnStore);

const runs = Number(globalThis.process.env["GRIDLESS_LINK_RUNS"] ?? 1);
const writers = 8;
const actsEach = 8;

const hold = holdKeys(3);

const accidents = someAccidents(0.03);
const atRandom = (sent: Sent) => hold(sent) ?? accidents(sent);

/** Everything that would be done sooner or later: staged commits, notes, jobs. */
async function calmDown({ tableIds }: LinkWorld): Promise<void> {
  await settleAll();
  for (let i = 0; i < 20; i++) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 300_000 });
    await settleNotes();
    vi.useRealTimers();
    await settleAll();
    const open: JobItem[] = (await jobs.listOpen()).filter(({ tableId }) =>
      tableIds.some((id) => id === tableId),
    );
    for (const { id, baseId } of open) await runToEnd(id, baseId as NonNullable<typeof baseId>);
    if (open.length === 0 && (await openNotes()).length === 0) return;
  }
  throw new Error("notes are left");
}

/** What was acknowledged, and what no other call can have taken away, is there. Gives the number of these links. */
async function expectLasting({ tableIds }: LinkWorld, log: CallLog): Promise<number> {
  const links = log.lasting();
  const shown = new Set(await allLinks(tableIds));
  const lost = links.filter(({ record, field, other }) => !shown.has(`${record} ${field} ${other}`));
  expect(lost).toEqual([]);
  return links.length;
}

test(`${runs} runs: both sides agree, nothing leads nowhere, titles are right`, {
  timeout: runs * 60_000,
}, async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let links = 0;
  let lasting = 0;
  for (let run = 0; run < runs; run++) {
    const world = await aLinkWorld();
    const ids: Ids = [[], [], []];
    const log = newCallLog();
    for (let i = 0; i < 6; i++) await actAtRandom(world, ids, log);
    for (let round = 0; round < 2; round++) {
      await Promise.all(
        Array.from({ length: writers }, async () => {
          for (let i = 0; i < actsEach; i++)
            await process(atRandom, () => actAtRandom(world, ids, log)).catch(() => {});
        }),
      );
      await tellNews();
    }
    await calmDown(world);
    expect(await findDisagreements(world.tableIds)).toEqual([]);
    lasting += await expectLasting(world, log);
    links += (await allLinks(world.tableIds)).length;
  }
  // the calls are not so random that nothing is linked; a single run may end with few links
  expect(links).toBeGreaterThanOrEqual(runs > 20 ? 10 * runs : 0);
  expect(lasting).toBeGreaterThanOrEqual(runs > 20 ? runs : 0);
  console.log(
    `${runs} runs: ${links} ends of links in the end, ${lasting} links known to be acknowledged and not taken away`,
  );
});
