/*
 * What the command that moves a space to another cell (bin/admin/move-space) keeps in the target, until it ends or is taken back.
 *
 *  entity       pk            sk             cost
 *  spaceMove    MOVE#<space>  MOVE           how far it is, so that it goes on there after a kill; put 1 WCU for each batch
 *  movedPerson  MOVE#<space>  PERSON#<user>  of a person in the source: who they are in the target; put 1 WCU
 *  lateItem     MOVE#<space>  LATE#<hash>    the key of an item that is copied last; put 1 WCU
 */
import { createHash } from "node:crypto";
import type { Key } from "#lib/store/store";

type Made = Key & { entity: string };

/** The partition of all these items. */
export const moveOf = (spaceId: string): string => `MOVE#${spaceId}`;

/** How far the move is. */
export const stateItem = (spaceId: string): Made => ({
  pk: moveOf(spaceId),
  sk: "MOVE",
  entity: "spaceMove",
});

export const peopleStart = "PERSON#";
/** Of a person in the source. */
export const personItem = (spaceId: string, userId: string): Made => ({
  ...{ pk: moveOf(spaceId), sk: `${peopleStart}${userId}` },
  entity: "movedPerson",
});

export const lateStart = "LATE#";
/** Of an item that is copied last. */
export const lateItem = (spaceId: string, { pk, sk }: Key): Made => ({
  pk: moveOf(spaceId),
  sk: `${lateStart}${createHash("sha256")
    .update(JSON.stringify([pk, sk]))
    .digest("hex")}`,
  entity: "lateItem",
});
