/*
 * What the command that moves a space to another cell (bin/admin/move-space) keeps in the target, until it ends or is taken back.
 *
 *  entity       pk            sk             cost
 *  spaceMove    MOVE#<space>  MOVE           how far it is, so that it goes on there after a kill; put 1 WCU for each batch
 *  movedPerson  MOVE#<space>  PERSON#<user>  of a person in the source: who they are in the target; put 1 WCU
 *  lateItem     MOVE#<space>  LATE#<hash>    the key of an item that is copied last; put 1 WCU
 *  moveHold     MOVE#<space>  HOLD           on AWS: which process moves the space; put 1 WCU each 10 s
 *  moveProbe    MOVE#<space>#<run>#<random>  PROBE  on AWS, in the source: shows how far its stream was read; put 1 WCU, kept for a day
 */
import { createHash } from "node:crypto";
import type { Key } from "#lib/store/store";

type Made = Key & { entity: string };

/** The partition of all these items. */
export const moveOf = (spaceId: string): string => `MOVE#${spaceId}`;

const made = (spaceId: string, sk: string, entity: string): Made => ({ pk: moveOf(spaceId), sk, entity });

/** How far the move is. */
export const stateItem = (spaceId: string): Made => made(spaceId, "MOVE", "spaceMove");

/** Which process moves the space. */
export const holdItem = (spaceId: string): Made => made(spaceId, "HOLD", "moveHold");

/** The beginning of the partitions of all probes. */
export const probeStart = (spaceId: string): string => `${moveOf(spaceId)}#`;
/** An item that is written only to be seen in the stream. */
export const probeItem = (key: Key): Made => ({ ...key, entity: "moveProbe" });

export const peopleStart = "PERSON#";
/** Of a person in the source. */
export const personItem = (spaceId: string, userId: string): Made =>
  made(spaceId, `${peopleStart}${userId}`, "movedPerson");

export const lateStart = "LATE#";
/** Of an item that is copied last. */
export const lateItem = (spaceId: string, { pk, sk }: Key): Made => {
  const hash = createHash("sha256")
    .update(JSON.stringify([pk, sk]))
    .digest("hex");
  return made(spaceId, lateStart + hash, "lateItem");
};
