/* Work of the source that writes items of the space after the calls that caused it: jobs, notes of links, staged commits. */
import { jobShards } from "#lib/data/jobs/jobs";
import { noteParts } from "#lib/data/links/notes";
import type { ReachedCell } from "#lib/local/endpoint/cell/reach-cell";
import { shardKeys } from "#lib/store/commit-items";
import type { Belongings } from "./belonging.ts";
import { keyOf, queryAll, text, type Wire } from "./wire.ts";

const anyId = /(?:spc|bse|tbl|fld)[0-9A-Za-z]{16}/g;

/** The work that is about the space and has not ended, as a person reads it. */
export async function findWork(source: ReachedCell, { has }: Belongings): Promise<string[]> {
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
export async function openCommits(source: ReachedCell): Promise<string[]> {
  const open = await read(source, shardKeys);
  return open.map((item) => keyOf(item).sk);
}

const read = async (source: ReachedCell, partitions: string[]): Promise<Wire[]> =>
  (await Promise.all(partitions.map((pk) => queryAll(source, pk)))).flat();
