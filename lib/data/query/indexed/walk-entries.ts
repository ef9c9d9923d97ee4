/* Reads the entries of an index in their order. They are spread over several partitions, which are merged. */

import { type Entry, entriesOf, readEntry, startBehind } from "#lib/data/indexes/index-items";
import type { KeyRange } from "#lib/engine/order-keys/order-key";
import type { TableId } from "#lib/schemas/basics/ids";
import { type Item, keyAfter, readPages } from "#lib/store/store";
import type { Place } from "../places.ts";

interface Stripe {
  pk: string;
  /** The ranges, in order, that may hold entries not read yet. */
  left: { from: string; to?: string }[];
  /** Entries that were read but not given yet, because another partition may hold smaller ones. */
  waiting: Item[];
}

/** Reads the entries in some ranges, after a place, in order, some at a time. */
export function walkEntries(
  tableId: TableId,
  index: string,
  { after, ranges }: { after: Place | undefined; ranges: KeyRange[] },
) {
  const behind = after ? startBehind(after.key, Number(after.tie)) : "";
  const stripes = entriesOf(tableId, index).map(({ pk, from: first }): Stripe => {
    const all = ranges.map(({ from = "", to }) => ({
      from: [first, from, behind].sort().at(-1) as string,
      ...(to !== undefined && { to }),
    }));
    return { pk, left: all.filter(({ from, to }) => to === undefined || from < to), waiting: [] };
  });
  return {
    ended: () => stripes.every(({ waiting, left }) => left.length === 0 && waiting.length === 0),
    /** About `count` entries; at least one unless the walk has ended. */
    async next(count: number): Promise<Entry[]> {
      const open = stripes.filter(({ waiting, left }) => left.length > 0 || waiting.length > 0).length;
      await fill(stripes, Math.ceil(count / Math.max(open, 1)) + spare);
      // in a partition that has more entries, those after the last one read are unknown
      const known = stripes
        .flatMap(({ waiting, left }) => (left.length > 0 ? [waiting.at(-1)?.sk ?? ""] : []))
        .sort();
      const [end] = known;
      const ready = stripes.flatMap(({ waiting }) => {
        const beyond = end === undefined ? -1 : waiting.findIndex(({ sk }) => sk > end);
        return waiting.splice(0, beyond === -1 ? waiting.length : beyond);
      });
      return ready.sort((a, b) => (a.sk < b.sk ? -1 : 1)).map(readEntry);
    },
  };
}

/** Read in addition, because partitions do not have exactly the same share of a page. */
const spare = 12;

/** Reads on in each partition until each has its share or has ended, or one has ended a range in part. */
async function fill(stripes: Stripe[], share: number): Promise<void> {
  let short = stripes.filter(({ waiting, left }) => left.length > 0 && waiting.length < share);
  while (short.length > 0) {
    const pages = await readPages(
      short.map(({ pk, left: [range], waiting }) => ({
        ...{ pk, ...range, limit: share - waiting.length },
      })),
    );
    short = short.filter((stripe, i) => {
      const { items, more } = pages[i] as (typeof pages)[number];
      const [range] = stripe.left;
      stripe.waiting.push(...items);
      const last = items.at(-1);
      if (range && last) range.from = keyAfter(last.sk);
      // the store refuses a range whose first key is not before its last
      const isOver = !more || (range?.to !== undefined && range.from >= range.to);
      if (isOver) stripe.left.shift();
      return isOver && stripe.left.length > 0 && stripe.waiting.length < share;
    });
  }
}
