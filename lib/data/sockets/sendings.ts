/*
 * What is sent to all viewers of a base or view, at most once in some time: the first is sent at once, what comes soon after it later, together.
 *
 *  entity                                        pk                            sk       cost
 *  sentHint, plannedHint                         HINTS#<base>                  SENDING  get 1 RCU and update 1 WCU for each chunk of changes
 *  (hinted)                                      HINTS#<base>                  CURSOR   up to where viewers were told: 1 RCU and 1 WCU for each hint
 *  sentPresence, plannedPresence                 PRESENCE#<base>               <view>   get 1 RCU and update 1 WCU for each move of a person
 *
 *   0 s: send now ─▶ sent…    0.4 s: later ─▶ planned… for 1 s    0.7 s: it is planned already    1 s: the queue delivers what was planned
 *
 * A planned sending is a change that a consumer receives at its time. It reads what to send then, so it has all that was written before.
 */
import type { BaseId, ViewId } from "#lib/schemas/basics/ids";
import { msPerHour, msPerSecond, timeAfter } from "#lib/schemas/basics/time-units";
import { expiryIn } from "#lib/store/expiry";
import { getItem, type Item, type Key, updateIf } from "#lib/store/store";

type SendingItem = Item & { dueTime: string };

interface Sending {
  key: Key;
  /** The entities of a sending that its planner makes at once, and of one that a consumer makes later. */
  sent: string;
  planned: string;
  /** Milliseconds between two sendings. */
  apart: number;
}

/** A hint for the viewers of a base. */
export const hintFor = (baseId: BaseId): Sending => ({
  key: { pk: `HINTS#${baseId}`, sk: "SENDING" },
  sent: "sentHint",
  planned: "plannedHint",
  apart: msPerSecond,
});

/** The people in a view, for each other. */
export const presenceIn = (baseId: BaseId, viewId: ViewId): Sending => ({
  key: { pk: `PRESENCE#${baseId}`, sk: viewId },
  sent: "sentPresence",
  planned: "plannedPresence",
  apart: 3 * msPerSecond,
});

/** Plans a sending of what is written; true if the caller is to send it now, which it never is with `isLater`. */
export async function planSending(
  { key, sent, planned, apart }: Sending,
  { isLater = false } = {},
): Promise<boolean> {
  for (;;) {
    const now = new Date().toISOString();
    const last = await getItem<SendingItem>(key);
    if (last?.entity === planned && last.dueTime > now) return false;
    const soonest = isLater || !last ? now : last.dueTime;
    const next = isLater || last ? timeAfter(soonest, apart) : now;
    const isNow = next <= now;
    const isTaken = await updateIf(key, {
      UpdateExpression: "SET entity = :entity, dueTime = :due, expiresAt = :end ADD version :one",
      ConditionExpression: last ? "dueTime = :last" : "attribute_not_exists(pk)",
      ExpressionAttributeValues: {
        ":entity": isNow ? sent : planned,
        ":due": isNow ? now : next,
        ":end": expiryIn(0, timeAfter(now, msPerHour)),
        ":one": 1,
        ...(last && { ":last": last.dueTime }),
      },
    });
    if (isTaken) return isNow;
  }
}

type HintedItem = Item & { hinted: string };
const hintedKey = (baseId: BaseId) => ({ pk: `HINTS#${baseId}`, sk: "CURSOR" });

/** The cursor up to which the viewers of a base were told of changes; `undefined` before the first hint. */
export const findHinted = async (baseId: BaseId): Promise<string | undefined> =>
  (await getItem<HintedItem>(hintedKey(baseId)))?.hinted;

/** Keeps the cursor after a hint from `before`; false if another hint was faster. */
export const keepHinted = (
  baseId: BaseId,
  { before, cursor, now }: { before: string | undefined; cursor: string; now: string },
): Promise<boolean> =>
  updateIf(hintedKey(baseId), {
    UpdateExpression: "SET hinted = :cursor, expiresAt = :end",
    ConditionExpression: before === undefined ? "attribute_not_exists(pk)" : "hinted = :before",
    ExpressionAttributeValues: {
      ":cursor": cursor,
      ":end": expiryIn(0, timeAfter(now, 24 * msPerHour)),
      ...(before !== undefined && { ":before": before }),
    },
  });
