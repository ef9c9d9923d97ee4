/*
 * Telling people of what happened: each once, whoever may open the place by then, and nobody of what he did himself. It can be done
 * again, after it was cut off anywhere: who was told is not told twice.
 */

import { memberKey } from "#lib/data/spaces/members";
import type { UserId } from "#lib/schemas/basics/ids";
import type { NotifyType } from "#lib/schemas/collaboration/notification";
import { type Change, commit, Refused } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItems, keyText } from "#lib/store/store";
import { type Actor, type Event, type NotificationContext, notifyChanges } from "./inbox.ts";

export interface Happening extends Event {
  scene: NotificationContext;
  /** Nobody: the service says it itself. */
  by?: Actor;
}
export interface Words {
  notifyType: NotifyType;
  message: string;
  /** Below the public origin. */
  path: string;
}

/** In one commit, with two changes each. */
const readersPerCommit = 25;

export async function notify(
  { scene, by, ...event }: Happening,
  words: ReadonlyMap<UserId, Words>,
): Promise<void> {
  const readers = [...words.keys()].filter((id) => id !== by?.id);
  const some: UserId[][] = [];
  for (let i = 0; i < readers.length; i += readersPerCommit)
    some.push(readers.slice(i, i + readersPerCommit));
  await runTogether(some, async (ids) => {
    const acts = (await whoMayOpen(scene, ids)).flatMap((id) => {
      const said = words.get(id);
      return said ? [notifyChanges(id, event, { ...scene, ...said, ...(by && { by }) })] : [];
    });
    const areAll = acts.length > 0 ? await isWritten(acts.flat()) : true;
    // somebody among them was told before
    if (!areAll) for (const act of acts) await isWritten(act);
  });
}

async function whoMayOpen({ spaceId, baseId }: NotificationContext, ids: UserId[]): Promise<UserId[]> {
  const keysOf = (id: UserId) => [
    memberKey(`SPACE#${spaceId}`, id),
    ...(baseId ? [memberKey(`BASE#${baseId}`, id)] : []),
  ];
  const members = new Set((await getItems(ids.flatMap(keysOf))).map(keyText));
  return ids.filter((id) => keysOf(id).some((key) => members.has(keyText(key))));
}

const isWritten = (changes: Change[]): Promise<boolean> =>
  commit(changes).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refused) return false;
      throw error;
    },
  );
