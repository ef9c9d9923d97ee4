/*
 * The keys that are written in a stack, by the stream of its table. How far it was read: shards.ts.
 *
 * The stream says nothing of how far behind it is. So what shows that everything was given that is written until now is a probe: an item that is
 * written then. Records of a shard are in the order of their writes, so a shard that gives the probe has given all that was before. Which shard gets
 * it follows from its key, so many are written, until each shard has given one. One that gets none must give a record that was written some time after
 * the probes of others, or be quiet for a while.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { probeStart } from "#lib/data/spaces/move-items";
import { StartError } from "#lib/local/process/start-error";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import type { Key } from "#lib/store/store";
import type { KeyLog, LogPlace } from "./cell.ts";
import { beginAt, isLost, meetShards, passPage, type Shard, type StreamPlace } from "./shards.ts";

/** A stream of DynamoDB. Its errors have the names that DynamoDB gives them. */
export interface Stream {
  /** Another one has another id: one that was turned off and on again. */
  id: string;
  listShards(): Promise<Shard[]>;
  /** An iterator: after this sequence number, at the beginning of the shard for "", or at its end. */
  open(shard: string, after: string | { end: true }): Promise<string | undefined>;
  /** A page, and the iterator of the next one unless the shard has ended. */
  read(iterator: string): Promise<{ records: StreamRecord[]; next?: string | undefined }>;
  /** Writes probes of the move of a space. */
  writeProbes(keys: readonly Key[]): Promise<void>;
}
export interface StreamRecord extends Key {
  sequence: string;
  /** When it was written, in milliseconds; DynamoDB says it by the second. */
  time: number;
}

/** Milliseconds. */
export interface StreamPatience {
  /** Between two pages of a shard: the stream has two readers already, and DynamoDB asks for no more than that. */
  betweenPages: number;
  /** Between two looks for new shards. */
  betweenLists: number;
  /** For which each shard is waited for to give a probe. */
  probing: number;
  /** For which a shard without a probe must then be quiet. */
  quiet: number;
  /** By which the times of records that are written at once may differ. */
  apart: number;
}

interface Probing {
  /** Of the partition keys of its probes. */
  start: string;
  since: number;
  /** The shards that have given one. */
  seen: Set<string>;
  /** When the first one that was given was written. */
  time?: number;
  /** Of each shard: when what it gave last was written. */
  newest: Map<string, number>;
}

const usual: StreamPatience = {
  betweenPages: 500,
  betweenLists: 10_000,
  probing: 15_000,
  quiet: 10_000,
  apart: 3000,
};
/** Shards that are read at once. */
const atOnce = 10;
const mostProbes = 100;

const lost = (): StartError =>
  new StartError(
    "the stream of the source's table no longer has what was written meanwhile: give the same command once more, and everything is compared again",
  );

/** Goes on from the place that was kept if the stream still has all that came after it; otherwise it is another log. */
export async function openStreamLog(
  stream: Stream,
  spaceId: string,
  kept: LogPlace | undefined,
  patience: StreamPatience = usual,
): Promise<KeyLog> {
  const iterators = new Map<string, string>();
  /** Shards that gave nothing, since when. */
  const quietSince = new Map<string, number>();
  const shards = await stream.listShards();
  let listed = performance.now();
  let round = 0;
  let probing: Probing | undefined;

  const former = readPlace(kept);
  const goesOn =
    kept?.log.startsWith(`${stream.id} `) && former && !isLost(former, shards, new Date())
      ? former
      : undefined;
  const log = goesOn && kept ? kept.log : `${stream.id} ${randomUUID()}`;
  let place = goesOn ? meetShards(goesOn, shards) : beginAt(shards, new Date());
  if (!goesOn)
    await forEach(Object.keys(place.reading), async (shard) => {
      const iterator = await stream.open(shard, { end: true });
      if (iterator) iterators.set(shard, iterator);
    });

  async function lookForShards(): Promise<void> {
    const there = await stream.listShards();
    place = meetShards(place, there);
    listed = performance.now();
  }

  async function read(): Promise<{ keys: Key[]; isMore: boolean }> {
    await wait(Math.max(0, round + patience.betweenPages - performance.now()));
    round = performance.now();
    if (round - listed > patience.betweenLists) await lookForShards();
    await probe();
    const time = new Date().toISOString();
    const keys: Key[] = [];
    let isMore = false;
    await forEach(Object.keys(place.reading), async (shard) => {
      const page = await readShard(shard);
      if (!page) {
        isMore = true;
        return;
      }
      if (page.length > 0) isMore = true;
      keys.push(...page);
    });
    // its children may be there
    if (Object.keys(place.reading).some((shard) => !iterators.has(shard))) isMore = true;
    place = { ...place, time };
    return { keys: keys.filter(({ pk }) => !pk.startsWith(probeStart(spaceId))), isMore };
  }

  /** Undefined if it could not be read now, or has ended. */
  async function readShard(shard: string): Promise<Key[] | undefined> {
    try {
      const iterator = iterators.get(shard) ?? (await stream.open(shard, place.reading[shard] ?? ""));
      const { records, next } = iterator ? await stream.read(iterator) : { records: [] };
      place = passPage(place, { shard, last: records.at(-1)?.sequence, isOver: next === undefined });
      if (next) iterators.set(shard, next);
      else iterators.delete(shard);
      for (const { pk, time } of records) {
        probing?.newest.set(shard, time);
        if (!probing || !pk.startsWith(probing.start)) continue;
        probing.seen.add(shard);
        probing.time ??= time;
      }
      if (records.length > 0) quietSince.delete(shard);
      else if (!quietSince.has(shard)) quietSince.set(shard, performance.now());
      if (next) return records;
      await lookForShards();
      return records.length > 0 ? records : undefined;
    } catch (error) {
      const { name } = error as Error;
      if (name === "TrimmedDataAccessException" || name === "ResourceNotFoundException") throw lost();
      if (name !== "ExpiredIteratorException" && !isThrottled(name)) throw error;
      if (name === "ExpiredIteratorException") iterators.delete(shard);
      quietSince.delete(shard);
      return undefined;
    }
  }

  /** Writes some more, while a shard has given none. */
  async function probe(): Promise<void> {
    if (!probing || performance.now() - probing.since > patience.probing) return;
    const { start, seen } = probing;
    const left = Object.keys(place.reading).filter((shard) => !seen.has(shard)).length;
    if (left === 0) return;
    const count = Math.min(Math.max(4, 2 * left), mostProbes);
    await stream.writeProbes(
      Array.from({ length: count }, () => ({ pk: start + randomUUID(), sk: "PROBE" })),
    );
  }

  async function markEnd(): Promise<() => boolean> {
    const own: Probing = {
      start: `${probeStart(spaceId)}${randomUUID()}#`,
      since: performance.now(),
      seen: new Set(),
      newest: new Map(),
    };
    probing = own;
    await lookForShards();
    return () =>
      Object.keys(place.reading).every((shard) => {
        if (own.seen.has(shard)) return true;
        if (own.time !== undefined && (own.newest.get(shard) ?? 0) > own.time + patience.apart) return true;
        const now = performance.now();
        return now - own.since > patience.probing && now - (quietSince.get(shard) ?? now) >= patience.quiet;
      });
  }
  return { log, after: () => place, read, markEnd };
}

async function forEach(shards: string[], work: (shard: string) => Promise<void>): Promise<void> {
  for (const piece of cutIntoPieces(shards, atOnce)) await Promise.all(piece.map(work));
}

const isThrottled = (name: string): boolean =>
  /^(?:LimitExceededException|ProvisionedThroughputExceededException|ThrottlingException|RequestLimitExceeded|InternalServerError)$/.test(
    name,
  );

function readPlace(kept: LogPlace | undefined): StreamPlace | undefined {
  const after = kept?.after as Partial<StreamPlace> | undefined;
  return after?.reading && after.ended && after.time !== undefined ? (after as StreamPlace) : undefined;
}
