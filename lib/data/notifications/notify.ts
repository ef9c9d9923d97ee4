/*
 * Notifies users of an event: each once, only those who may open the space or base by then, and never the actor. It can be repeated
 * after an interruption: no one is notified twice.
 */

import { memberKey } from "#lib/data/spaces/members";
import type { UserId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import type { NotifyType } from "#lib/schemas/collaboration/notification";
import { tryCommit } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItems, keyText } from "#lib/store/store";
import { type Actor, type Event, type NotificationContext, notifyChanges } from "./inbox.ts";

export interface Happening extends Event {
  context: NotificationContext;
  /** Absent if the service itself is the sender. */
  by?: Actor;
}
export interface Words {
  notifyType: NotifyType;
  message: string;
  /** Below the public origin. */
  path: string;
}

/** Notified in one commit, with two changes each. */
const readersPerCommit = 25;

/** Gives each user their words. */
export async function notify(
  { context, by, ...event }: Happening,
  words: ReadonlyMap<UserId, Words>,
): Promise<void> {
  const readers = [...words.keys()].filter((id) => id !== by?.id);
  await runTogether(cutIntoPieces(readers, readersPerCommit), async (ids) => {
    const acts = (await readersWithAccess(context, ids)).flatMap((id) => {
      const readerWords = words.get(id);
      return readerWords ? [notifyChanges(id, event, { ...context, ...readerWords, ...(by && { by }) })] : [];
    });
    const isDone = acts.length > 0 ? await tryCommit(acts.flat()) : true;
    // one of them was notified before
    if (!isDone) for (const act of acts) await tryCommit(act);
  });
}

async function readersWithAccess({ spaceId, baseId }: NotificationContext, ids: UserId[]): Promise<UserId[]> {
  const keysOf = (id: UserId) => [
    memberKey(`SPACE#${spaceId}`, id),
    ...(baseId ? [memberKey(`BASE#${baseId}`, id)] : []),
  ];
  const members = new Set((await getItems(ids.flatMap(keysOf))).map(keyText));
  return ids.filter((id) => keysOf(id).some((key) => members.has(keyText(key))));
}
