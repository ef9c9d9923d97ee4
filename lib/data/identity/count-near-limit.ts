/*
 * Limits of lists with many entries, exact also for additions at once. Far from its limit a list is only counted. In its last tenth each
 * addition also changes one item: of additions at once one goes first, the others conflict and count again. So what is far from a limit costs
 * nothing more, and many people can join a place at once.
 * The item is a `countedList` (counted-list.ts): near the limit read 1 RCU, written with each addition 2 WCU. The first one makes it.
 */
import { type Change, change, insert } from "#lib/store/commit";
import { getItem } from "#lib/store/store";

/** The part of a limit at its end. There are never more additions at the same time than this part allows. */
const near = 0.1;

export interface Counted {
  count: number;
  /** Changes for the commit of an addition. If it throws `Refused`, count again. */
  changes: Change[];
}

/** Counts the entries of a list, to which `more` are to be added. `count` must read consistently. */
export async function countNearLimit(
  key: { pk: string; sk: string },
  limit: number,
  count: () => Promise<number>,
  more = 1,
): Promise<Counted> {
  const found = await count();
  if (found + more <= limit * (1 - near)) return { count: found, changes: [] };
  const list = await getItem(key);
  // read after the list: additions that were not counted have changed it by then
  const taken = list ? change(list, {}) : insert({ ...key, entity: "countedList" });
  return { count: await count(), changes: [taken] };
}
