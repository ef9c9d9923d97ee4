/* Work of the source that writes items of the space after the calls that caused it: jobs, notes of links, staged commits. */
import { jobShards } from "#lib/data/jobs/jobs";
import { noteParts } from "#lib/data/links/notes";
import { shardKeys } from "#lib/store/commit-items";
import type { Belongings } from "./belonging.ts";
import type { Cell } from "./cells/cell.ts";
import { keyOf, queryAll, text, type Wire } from "./wire.ts";

const anyId = /(?:spc|bse|tbl|fld)[0-9A-Za-z]{16}/g;

/** The work that is about the space and has not ended, as a person reads it. */
export async function findWork(source: Cell, { has }: Belongings): Promise<string[]> {
  const isOwn = (item: Wire) => [...JSON.stringify(item).matchAll(anyId)].some(([id]) => has(id));
  const [jobs, notes] = await Promise.all([
    read(
      source,
      jobShards.map((shard) => `JOBS#${shard}`),
    ),
    read(source, noteParts),
  ]);
  return [
    ...jobs.filter(isOwn).map((job) => `job ${text(job, "id")} (${text(job, "kind")})`),
    ...notes.filter(isOwn).map(() => "links that are followed"),
  ];
}

/** The ids of the staged commits that have not ended. */
export async function openCommits(source: Cell): Promise<string[]> {
  const open = await read(source, shardKeys);
  return open.map((item) => keyOf(item).sk);
}

const read = async (source: Cell, partitions: string[]): Promise<Wire[]> =>
  (await Promise.all(partitions.map((pk) => queryAll(source, pk)))).flat();
