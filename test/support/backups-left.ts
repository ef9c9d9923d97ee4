/* What an import, or a copy of a base, leaves in the store when it has ended without a base. */
import { expect, vi } from "vitest";
import { makeNewIds } from "#lib/data/backup/new-ids";
import * as jobs from "#lib/data/jobs/jobs";
import type { BaseId } from "#lib/schemas/basics/ids";
import { hasEnded, itemsWith, runToEnd } from "#test/support/events/jobs";
import { unzipped } from "#test/support/zips";

/** The ids that an import with this seed gives to what the file names. */
export async function newIdsOf(bytes: Buffer, seed: string): Promise<string[]> {
  const ids = makeNewIds(seed);
  const text = [...(await unzipped(bytes))]
    .filter(([name]) => name.endsWith("schema.json"))
    .map(([, entry]) => entry.toString());
  const known = new Set(text.join("").match(/\b(tbl|fld|viw)[0-9A-Za-z]{16}\b/g));
  return [...known].map((id) => ids.of(id));
}

/** Runs the jobs that clear the base to their end, at once. */
export async function clearAtOnce(baseId: BaseId): Promise<void> {
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  for (const job of await jobs.listOpen())
    if (job.baseId === baseId && job.kind === "clearBase" && !hasEnded(job)) await runToEnd(job.id, baseId);
}

/** Nothing in the store names the base, or these ids; what expires within a day may. */
export async function expectNothingLeft(baseId: BaseId, ids: string[] = []): Promise<void> {
  await clearAtOnce(baseId);
  const left = await itemsWith(baseId, ...ids);
  const within = Date.now() / 1000 + 2 * 86_400;
  const staying = left.filter(({ expiresAt }) => !(Number(expiresAt) < within));
  expect(staying.map(({ pk, sk, entity }) => ({ pk, sk, entity }))).toEqual([]);
}
