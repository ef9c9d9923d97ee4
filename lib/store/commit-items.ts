/*
 * What a staged commit writes besides its changes. Everything of it says by `commit` which it belongs to.
 *
 *          pk               sk          cost
 *  commit  COMMIT#<id>      COMMIT      the decision: with its entry 4 WCU, its flip 2, its end with the entry's 4
 *  chunk   COMMIT#<id>      CHUNK#<k>   which items, and what is to happen to them: 2 WCU for each KB, twice
 *  entry   COMMITS#<shard>  <id>        while anything is left to do; what was left undone is found there: 4 × 0.5 RCU
 *
 *   open ──▶ committed ──▶ all chunks finished: ended        an hour later the store forgets it
 *     └────▶ aborted ────▶ all chunks undone: ended
 *
 * A chunk that has ended stays as long as the commit, without its keys, and where an aborted commit never wrote one, a mark that
 * it has ended is put there: a transaction that was lost on its way and arrives after the end finds its place taken.
 */
import { randomText } from "#lib/schemas/basics/ids";
import type { Item, Key } from "./item.ts";

export interface CommitItem extends Item {
  state: "open" | "committed" | "aborted";
  /** In milliseconds; an open one may be aborted by anybody from then on. */
  expires: number;
  chunks: number;
}

export interface EntryItem extends Item {
  id: string;
  expires: number;
  chunks: number;
}

/** Operation and partition → sort keys; none when the chunk has ended. Short, because its bytes cost units. */
export interface ChunkItem extends Item {
  keys?: Record<string, string[]>;
}

/** What happens to an item when its commit is done, or was to happen. */
export interface Planned {
  op: "create" | "update" | "delete";
  key: Key;
}

export const newCommitId = () => randomText(16);

export const commitKey = (id: string): Key => ({ pk: `COMMIT#${id}`, sk: "COMMIT" });
export const chunkKey = (id: string, k: number): Key => ({ pk: `COMMIT#${id}`, sk: `CHUNK#${k}` });
export const idOf = ({ pk }: Key): string => pk.slice("COMMIT#".length);

const shards = ["0", "1", "2", "3"];
export const shardKeys = shards.map((shard) => `COMMITS#${shard}`);
export const entryKey = (id: string): Key => ({
  pk: shardKeys[id.charCodeAt(0) % shards.length] as string,
  sk: id,
});

const second = 1000;
const lease = 10 * second;
/** Longer than anything that is still on its way to the store can be. */
const secondsKept = 3600;
export const forgottenAt = () => Math.ceil(Date.now() / second) + secondsKept;

/** An open commit, and its entry. */
export function newCommitItems(id: string, chunks: number): [CommitItem, EntryItem] {
  const expires = Date.now() + lease;
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

export function chunkItem(id: string, k: number, planned: Planned[]): ChunkItem {
  const keys: Record<string, string[]> = {};
  for (const { op, key } of planned) {
    const group = letters[op] + key.pk;
    keys[group] ??= [];
    keys[group].push(key.sk);
  }
  return { ...chunkKey(id, k), entity: "chunk", version: 1, keys };
}

export const endedChunk = (id: string, k: number): ChunkItem => ({
  ...chunkKey(id, k),
  entity: "chunk",
  version: 2,
  expiresAt: forgottenAt(),
});

export const readChunkPlan = ({ keys = {} }: ChunkItem): Planned[] =>
  Object.entries(keys).flatMap(([group, sortKeys]) => {
    const op = operations.get(group.charAt(0));
    if (!op) throw new Error(`a chunk knows no operation ${group.charAt(0)}`);
    return sortKeys.map((sk) => ({ op, key: { pk: group.slice(1), sk } }));
  });
