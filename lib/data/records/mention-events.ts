/*
 * Mention events: the people that a call has newly put into cells, if the field notifies people. The commit of the records writes
 * them, because only the call knows which people are new and in how many records. functions/notification/notify-of-mention.ts notifies the
 * people and removes the event.
 *
 *  entity  pk           sk      cost
 *  naming  NAMING#<id>  NAMING  in the commit, only if people are new: 2 WCU per KB (some ten people); removed 1 WCU
 */

import { type CellChange, findNewMentions, type NewMention } from "#lib/engine/cells/newly-named";
import type { Field } from "#lib/engine/fields/field";
import { randomText, type TableId, type UserId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
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

/** After this time an event is too old: it is removed and notifies no person. */
const secondsKept = 14 * secondsPerDay;
const peoplePerItem = 1000;

/** The mention events of these cell changes, for the same commit; up to 1000 people per event. */
export function findMentions(
  table: { id: TableId },
  fields: Field[],
  changes: CellChange[],
  { userId, now }: { userId: UserId; now: string },
): Change[] {
  const named = findNewMentions(fields, changes, userId);
  return cutIntoPieces(named, peoplePerItem).map((people) =>
    insert({
      pk: `NAMING#${randomText(16)}`,
      sk: "NAMING",
      entity: "naming",
      tableId: table.id,
      by: userId,
      time: now,
      people,
      expiresAt: expiryIn(secondsKept, now),
    }),
  );
}
