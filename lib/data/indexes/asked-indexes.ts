/*
 * Which indexes are made because requests keep asking for their orders, without a view that wants them:
 *
 *   made      after about 40 pages, today and yesterday
 *   kept      a day in any case, then as long as a page was noted in the last seven days, and no other order needs the room more
 */

import type { IndexItem, Schema } from "#lib/data/schema/table-schema";
import { msPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import type { AskedOrder } from "./asked-orders.ts";
import { defineIndex, type IndexDefinition } from "./index-definition.ts";
import { isSame } from "./wanted-indexes.ts";

/** Making an index costs 1 WCU a record, as much as 20 scans of records of 1 KB. */
const leastPages = 40;
const beforeAllOthers = 1e12;

/** Those that requests want, the most wanted ones first. `live` are those that there are. */
export function askedIndexes(
  { fields }: Pick<Schema, "fields">,
  { asked, live, now }: { asked: AskedOrder[]; live: IndexItem[]; now: string },
): IndexDefinition[] {
  const yesterday = timeAfter(now, -msPerDay);
  const weigh = ({ definition, askedRecently }: AskedOrder): number => {
    const made = live.find((item) => isSame(item, definition));
    if (!made) return askedRecently >= leastPages ? askedRecently : 0;
    // one that is as much in use does not take its place
    return 1 + 2 * askedRecently + (made.createdTime > yesterday ? beforeAllOthers : 0);
  };
  return asked
    .filter((each) => each.asked > 0 && defineIndex(each.definition, fields))
    .map((each) => ({ definition: each.definition, weight: weigh(each) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    .map(({ definition }) => definition);
}
