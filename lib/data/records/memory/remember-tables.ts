/*
 * Keeps parts of tables in memory as blocks (block.ts), for a process that hears of every write before it is answered.
 *
 *   read a part ─▶ not in memory: watch it, read its pages, make the block
 *               ─▶ in memory: read again only the records that were written since, put them into the block
 *
 * So what a reader gets is what the store had when it asked, or later. Records that a staged commit has prepared are read again each time.
 * A reader whose request is over reads no further, and its block is forgotten; readers who waited for it begin anew.
 *
 * Memory is bounded: the blocks that were used longest ago go first. While others were used a short time ago a part is not kept, so the scan
 * of a table that is larger than the memory does not drive out everything else.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import { findStart } from "#lib/engine/values/find-start";
import { chargeUnits, type ReadPlan, withReadPlan } from "#lib/store/meter";
import { stopSignal } from "#lib/store/stop-reading";
import { keyAfter, nextLimit, readUnsettledItems, readUnsettledPage } from "#lib/store/store";
import { readCounter, usedBuckets } from "../empty-buckets.ts";
import { lastOf, partsOf } from "../record-keys.ts";
import type { RecordItem } from "../records.ts";
import { type Block, hasNeeded, makeBlock, makeRowReader, putIntoBlock, takeOutOfBlock } from "./block.ts";
import type { Needed, RememberedTables } from "./remembered.ts";

/** A store that belongs to this process. */
export interface OwnStore {
  /** Begins to call `hear` with the sort key of each item of a partition that is written; gives a function that ends it. */
  watch(pk: string, hear: (sk: string) => void): () => void;
  /** Counts what was answered from memory as if it had been read, so that costs are shown as they are on AWS. */
  charge(requests: number, units: number): void;
}

interface Kept {
  pk: string;
  block: Block | undefined;
  /** The sort keys of items that were written since the block was brought up to date, or that may change without that. */
  dirty: Set<string>;
  /** Ends when no other reader brings the block up to date. */
  busy: Promise<unknown>;
  usedAt: number;
  /** The memory that was counted for it. */
  bytes: number;
  /** What it costs to read the part. */
  requests: number;
  units: number;
  endWatching(): void;
}

/** Milliseconds after which a block may make room for another one. */
const usedLately = 60_000;
/** If more of its records were written, a part is read as a whole. */
const mostDirty = { part: 1 / 4, records: 200 };

/** Begins to keep blocks in at most so much memory. */
export function rememberTables(store: OwnStore, mostBytes: number): RememberedTables {
  /** Used longest ago first. */
  const all = new Map<string, Kept>();
  let bytes = 0;

  async function open(pk: string, needed: Needed): Promise<Block | undefined> {
    const kept = all.get(pk) ?? begin(pk);
    if (!kept) return undefined;
    all.delete(pk);
    all.set(pk, kept);
    kept.usedAt = performance.now();
    const up = kept.busy.then(() => (all.get(pk) === kept ? bringUpToDate(kept) : open(pk, needed)));
    kept.busy = up.catch(() => drop(kept));
    const block = await up;
    return block && hasNeeded(block, needed) ? block : undefined;
  }

  function begin(pk: string): Kept | undefined {
    if (!makeRoom()) return undefined;
    const dirty = new Set<string>();
    const kept: Kept = {
      ...{ pk, block: undefined, dirty, busy: Promise.resolve(), usedAt: 0, bytes: 0, requests: 0, units: 0 },
      endWatching: store.watch(pk, (sk) => {
        dirty.add(sk);
        // no reader asks for it: what was written need not be noted
        if (kept.block && dirty.size > mostOf(kept.block)) drop(kept);
      }),
    };
    all.set(pk, kept);
    return kept;
  }

  function drop(kept: Kept): void {
    kept.endWatching();
    bytes -= kept.bytes;
    kept.bytes = 0;
    kept.block = undefined;
    if (all.get(kept.pk) === kept) all.delete(kept.pk);
  }

  /** Whether there is room for another block; those that were not used for some time make room. */
  function makeRoom(): boolean {
    const now = performance.now();
    for (const kept of all.values()) {
      if (bytes < mostBytes) return true;
      if (now - kept.usedAt < usedLately) return false;
      drop(kept);
    }
    return bytes < mostBytes;
  }

  async function bringUpToDate(kept: Kept): Promise<Block> {
    const block = await (kept.block ? refresh(kept, kept.block) : readWhole(kept));
    // a part that was dropped meanwhile is not counted
    if (all.get(kept.pk) === kept) {
      kept.block = block;
      bytes += block.bytes - kept.bytes;
      kept.bytes = block.bytes;
    }
    return block;
  }

  async function readWhole(kept: Kept): Promise<Block> {
    const counted: ReadPlan = { units: 0 };
    let [block, limit, requests] = [makeBlock(kept.pk), 1000, 0];
    for (let from = " "; ; ) {
      const read = () => readUnsettledPage<RecordItem>({ pk: kept.pk, from, limit });
      const { items, unsettled, last } = await withReadPlan(counted, read);
      requests++;
      block = putIntoBlock(block, items);
      for (const sk of unsettled) kept.dirty.add(sk);
      if (last === undefined) break;
      limit = nextLimit(limit, items.length);
      from = keyAfter(last);
    }
    Object.assign(kept, { requests, units: counted.units ?? 0 });
    chargeUnits(kept.units);
    return block;
  }

  async function refresh(kept: Kept, block: Block): Promise<Block> {
    chargeUnits(kept.units);
    store.charge(kept.requests, kept.units);
    if (kept.dirty.size === 0) return block;
    const written = [...kept.dirty];
    // before they are read: what is written meanwhile is read again the next time
    kept.dirty.clear();
    const uncounted: ReadPlan = {};
    const { items, unsettled } = await withReadPlan(uncounted, () =>
      readUnsettledItems<RecordItem>(written.map((sk) => ({ pk: kept.pk, sk }))),
    );
    for (const sk of unsettled) kept.dirty.add(sk);
    const found = new Set<string>(items.map(({ id }) => id));
    for (const sk of written) if (!found.has(sk)) takeOutOfBlock(block, sk);
    return putIntoBlock(
      block,
      items.sort((a, b) => (a.sk < b.sk ? -1 : 1)),
    );
  }

  async function openAll(parts: readonly string[], needed: Needed): Promise<Block[] | undefined> {
    const blocks = await Promise.all(parts.map((pk) => open(pk, needed)));
    const found = blocks.filter((block) => block !== undefined);
    return found.length === parts.length ? found : undefined;
  }

  return {
    async readPart(pk, needed) {
      const block = await open(pk, needed);
      return block && readInOrder([block], 0, needed);
    },
    async readOn(tableId, after, needed) {
      const counter = await readCounter(tableId);
      const buckets = [0, ...usedBuckets(counter)].filter((bucket) => lastOf(bucket) > after);
      // a small table is read with one request; in one with many numbers and few records most parts are empty
      if (counter.n <= lastOf(0) || buckets.length > mostBuckets) return undefined;
      const first = await openAll(partsOf(tableId, buckets[0] ?? 0), needed);
      if (!first) return undefined;
      return (async function* () {
        for (const [i, bucket] of buckets.entries()) {
          const blocks = i === 0 ? first : await openAll(partsOf(tableId, bucket), needed);
          if (!blocks) {
            yield undefined;
            return;
          }
          yield* readInOrder(blocks, after, needed);
        }
      })();
    },
  };
}

/** A million numbers. */
const mostBuckets = 64;

const mostOf = ({ ids }: Block) => Math.max(mostDirty.records, ids.length * mostDirty.part);

const perChunk = 500;
/** Milliseconds of reading after which other requests are answered first. */
const longest = 5;

/** The records of blocks after an autoNumber, some at a time, in the order of their numbers. */
async function* readInOrder(blocks: Block[], after: number, needed: Needed): AsyncGenerator<RecordItem[]> {
  let left = blocks.flatMap((block) => {
    const { numbers } = block;
    const row = findStart(numbers, (number) => number > after);
    return row === numbers.length
      ? []
      : [{ numbers, row, end: numbers.length, read: makeRowReader(block, needed) }];
  });
  let begun = performance.now();
  let chunk: RecordItem[] = [];
  for (let head = findFirst(left); head; head = findFirst(left)) {
    const { row, end, read } = head;
    const record = read(row);
    head.row++;
    if (head.row === end) left = left.filter((each) => each !== head);
    if (record) chunk.push(record);
    if (chunk.length < perChunk) continue;
    stopSignal()?.throwIfAborted();
    yield chunk;
    chunk = [];
    if (performance.now() - begun < longest) continue;
    await nextTurn();
    begun = performance.now();
  }
  if (chunk.length > 0) yield chunk;
}

/** The one whose next record has the lowest number. */
function findFirst<Head extends { numbers: readonly number[]; row: number }>(
  heads: readonly Head[],
): Head | undefined {
  let [first, least]: [Head | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const head of heads) {
    const number = head.numbers[head.row] ?? least;
    if (number < least) [first, least] = [head, number];
  }
  return first;
}
