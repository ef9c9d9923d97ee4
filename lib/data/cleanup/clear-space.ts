/*
 * Clearing a deleted space, a piece at a time: its bases, each left to a job of its own; its members, the entry of each
 * before himself; the invitations into it.
 */

import type { JobItem } from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import { entryKey, type MemberItem } from "#lib/data/spaces/members";
import { removeBases } from "#lib/data/spaces/remove-space";
import { spaceKey } from "#lib/data/spaces/spaces";
import { keysStartingWith, readPage, removeItems } from "#lib/store/store";

const basesPerPiece = 100;
const itemsPerPiece = 1000;

export async function clearSpace({ spaceId, createdBy, progress }: JobItem): Promise<Step> {
  if (!spaceId) throw new Error("the job names no space");
  const goOn = (done: number) => ({ progress: { done: progress.done + done }, at: {} });
  // who writes into a base that is deleted now may do so until that settles, from now on
  const now = new Date().toISOString();
  const bases = await removeBases(spaceId, { userId: createdBy, now }, basesPerPiece);
  if (bases > 0) return goOn(bases);

  const { pk } = spaceKey(spaceId);
  const members = await readPage<MemberItem>({ pk, ...keysStartingWith("MEMBER#"), limit: itemsPerPiece });
  await removeItems(members.items.map(({ userId }) => entryKey(`SPACE#${spaceId}`, userId)));
  await removeItems(members.items);
  if (members.more) return goOn(members.items.length);

  const rest = await readPage({ pk, limit: itemsPerPiece });
  await removeItems(rest.items);
  const done = members.items.length + rest.items.length;
  return rest.more ? goOn(done) : { progress: { done: progress.done + done } };
}
