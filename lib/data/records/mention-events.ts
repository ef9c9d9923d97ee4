/*
 * Whom a call has put into cells, if their fields say that people are to hear of it: written by the very commit of the records, since
 * only the call knows what is new and how many records it was, and told and removed by functions/notification/tell-of-naming.ts.
 *
 *            pk             sk       cost
 *  naming    NAMING#<id>    NAMING   + 2 WCU for each KB (some ten people) in the commit, only where somebody is new; removed 1 WCU
 */

import { type CellChange, findNewMentions, type NewMention } from "#lib/engine/cells/newly-named";
import type { Field } from "#lib/engine/fields/field";
import { randomText, type TableId, type UserId } from "#lib/schemas/basics/ids";
import { type Change, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import type { Item } from "#lib/store/store";

export type MentionItem = Item & {
  tableId: TableId;
  by: UserId;
  time: string;
  people: NewMention[];
  expiresAt: number;
};

/** If it was not told by then, nobody waits for it any more. */
const secondsKept = 14 * 24 * 3600;
const peoplePerItem = 1000;

/** What a commit writes besides, that changes these cells. */
export function findMentions(
  table: { id: TableId },
  fields: Field[],
  changes: CellChange[],
  { userId, now }: { userId: UserId; now: string },
): Change[] {
  const named = findNewMentions(fields, changes, userId);
  const items: Change[] = [];
  for (let i = 0; i < named.length; i += peoplePerItem)
    items.push(
      insert({
        pk: `NAMING#${randomText(16)}`,
        sk: "NAMING",
        entity: "naming",
        tableId: table.id,
        by: userId,
        time: now,
        people: named.slice(i, i + peoplePerItem),
        expiresAt: expiryIn(secondsKept, now),
      }),
    );
  return items;
}
