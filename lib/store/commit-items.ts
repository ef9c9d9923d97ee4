/*
 * The items that a staged commit writes for itself, besides its changes. An intent names its commit by the attribute `commit`.
 *
 *  entity               pk               sk              cost
 *  commit, endedCommit  COMMIT#<id>      COMMIT          the decision. Open, with the entry: 4 WCU; decide: 2; end, with the entry: 4
 *  chunk                COMMIT#<id>      CHUNK#<number>  the keys of its intents and their operations: 2 WCU per KB, written twice
 *  openCommit           COMMITS#<shard>  <id>            exists until the commit has ended; settle-commits finds unfinished ones: 4 × 0.5 RCU
 *
 *   open ──▶ committed ──▶ all chunks finished: ended        expires an hour later
 *     └────▶ aborted ────▶ all chunks undone: ended
 *
 * An ended chunk is kept, without its keys, as long as the commit. If an aborted commit never wrote a chunk, an ended chunk is put
 * in its place. So a chunk's transaction that was delayed on its way and arrives after the end is refused: its chunk item exists.
 */

import { randomText } from "#lib/schemas/basics/ids";
import { msPerSecond, secondsPerHour } from "#lib/schemas/basics/time-units";
import { expiryIn } from "./expiry.ts";
import type { Item, Key } from "./item.ts";

export interface CommitItem extends Item {
  state: "open" | "committed" | "aborted";
  /** Milliseconds since 1970; from then on every writer may abort an open commit. */
  expires: number;
  /** How many chunks the commit has. */
  chunks: number;
}

export interface EntryItem extends Item {
  /** The id of the commit; `expires` and `chunks` are as in the commit item. */
  id: string;
  expires: number;
  chunks: number;
}

/**
 * `keys`: the letter of the operation and the partition key → sort keys, for example { "ctbl1": ["rec1", "rec2"] }; missing when
 * the chunk has ended. Kept short, because its bytes cost units.
 */
export interface ChunkItem extends Item {
  keys?: Record<string, string[]>;
}

/** An item, and what a commit does to it once it is committed. */
export interface Planned {
  op: "create" | "update" | "delete";
  key: Key;
}

export const newCommitId = () => randomText(16);

export const commitKey = (id: string): Key => ({ pk: `COMMIT#${id}`, sk: "COMMIT" });
export const chunkKey = (id: string, k: number): Key => ({ pk: `COMMIT#${id}`, sk: `CHUNK#${k}` });
/** The id of the commit that a commit or chunk item belongs to. */
export const idOf = ({ pk }: Key): string => pk.slice("COMMIT#".length);

const shards = ["0", "1", "2", "3"];
export const shardKeys = shards.map((shard) => `COMMITS#${shard}`);
export const entryKey = (id: string): Key => ({
  pk: shardKeys[id.charCodeAt(0) % shards.length] as string,
  sk: id,
});

/** During this time only its writer may abort an open commit. */
const leaseMs = 10 * msPerSecond;
/** For an ended commit: longer than a request can still be on its way to the store. */
const secondsKept = secondsPerHour;
/** `expiresAt` (seconds since 1970) of the items of a commit that ends now. */
export const forgottenAt = () => expiryIn(secondsKept, new Date().toISOString());

/** An open commit and its entry. */
export function newCommitItems(id: string, chunks: number): [CommitItem, EntryItem] {
  const expires = Date.now() + leaseMs;
  return [
    {
      ...commitKey(id),
      entity: "commit",
      version: 1,
      state: "open",
      expires,
      chunks,
      expiresAt: forgottenAt(),
    },
    { ...entryKey(id), entity: "openCommit", version: 1, id, expires, chunks },
  ];
}

const letters = { create: "c", update: "u", delete: "d" } as const;
const operations = new Map(
  Object.entries(letters).map(([op, letter]) => [letter as string, op as Planned["op"]]),
);

/** The k-th chunk of a commit, with the keys of its intents. */
export function chunkItem(id: string, k: number, planned: Planned[]): ChunkItem {
  const keys: Record<string, string[]> = {};
  for (const { op, key } of planned) {
    const group = letters[op] + key.pk;
    keys[group] ??= [];
    keys[group].push(key.sk);
  }
  return { ...chunkKey(id, k), entity: "chunk", version: 1, keys };
}

/** The k-th chunk after all of its intents are settled. */
export const endedChunk = (id: string, k: number): ChunkItem => ({
  ...chunkKey(id, k),
  entity: "chunk",
  version: 2,
  expiresAt: forgottenAt(),
});

/** The intents of a chunk; empty if it has ended. */
export const readChunkPlan = ({ keys = {} }: ChunkItem): Planned[] =>
  Object.entries(keys).flatMap(([group, sortKeys]) => {
    const op = operations.get(group.charAt(0));
    if (!op) throw new Error(`unknown operation in a chunk: ${group.charAt(0)}`);
    return sortKeys.map((sk) => ({ op, key: { pk: group.slice(1), sk } }));
  });
