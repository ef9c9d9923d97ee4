/*
 * Clears a deleted space piece by piece: its bases, each by a job of its own; its members, each after their entry; its invitations; its trash; its access log.
 */

import { defineJob, nowhere } from "#lib/data/jobs/define-job";
import { logOf } from "#lib/data/spaces/access-log/log-entries";
import { entryKey, type MemberItem } from "#lib/data/spaces/members";
import { spaceKey } from "#lib/data/spaces/spaces";
import { removeBases } from "#lib/data/trash/remove-space";
import { trashOf } from "#lib/data/trash/trash";
import { removeItems } from "#lib/store/batch-writes";
import { keysStartingWith, readPage } from "#lib/store/store";

const basesPerPiece = 100;
const itemsPerPiece = 1000;

/** One piece of the job. */
export const clearSpace = defineJob("clearSpace", { needs: "spaceId", place: nowhere }, async (job) => {
  const { spaceId, createdBy, progress } = job;
  const nextStep = (done: number) => ({ progress: { done: progress.done + done }, at: {} });
  // requests may still write into a base deleted now until its settled time, so that counts from now, not from the job's start
  const now = new Date().toISOString();
  const bases = await removeBases(spaceId, { userId: createdBy, now }, basesPerPiece);
  if (bases > 0) return nextStep(bases);

  const { pk } = spaceKey(spaceId);
  const members = await readPage<MemberItem>({ pk, ...keysStartingWith("MEMBER#"), limit: itemsPerPiece });
  await removeItems(members.items.map(({ userId }) => entryKey(`SPACE#${spaceId}`, userId)));
  await removeItems(members.items);
  if (members.more) return nextStep(members.items.length);

  const rest = await readPage({ pk, limit: itemsPerPiece });
  await removeItems(rest.items);
  // restored bases leave their entries there
  const trash = await readPage({ pk: trashOf(spaceId), limit: itemsPerPiece });
  await removeItems(trash.items);
  const log = await readPage({ pk: logOf(spaceId), limit: itemsPerPiece });
  await removeItems(log.items);
  const done = members.items.length + rest.items.length + trash.items.length + log.items.length;
  return rest.more || trash.more || log.more ? nextStep(done) : { progress: { done: progress.done + done } };
});
