/*
 * Deleting a space: the first commit removes the space, so nothing can be added to it. Then its bases are deleted, and a job clears
 * the rest. The job also begins with the bases, so an interrupted request still deletes everything.
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { AppError, notFound } from "#lib/schemas/basics/error";
import type { SpaceId } from "#lib/schemas/basics/ids";
import { removeKey, tryCommit } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { readSettledTime } from "#lib/store/settled-time";
import { removeItems } from "#lib/store/store";
import { type BaseItem, listIn } from "./bases.ts";
import { removeBase } from "./remove-base.ts";
import { type SpaceItem, spaceKey } from "./spaces.ts";

type Remover = Pick<Caller, "userId" | "now">;

/** Throws 404 if the space was deleted already. */
export async function removeSpace({ id }: SpaceItem, { userId, now }: Remover): Promise<void> {
  const job = jobs.startChange("clearSpace", { spaceId: id }, { userId, now, dueTime: readSettledTime(now) });
  if (!(await tryCommit([removeKey(spaceKey(id)), job.change]))) throw notFound("space", id);
  await removeBases(id, { userId, now });
}

const sideBySide = 8;

/** Deletes up to `most` bases of a deleted space; gives how many it found. */
export async function removeBases(
  spaceId: SpaceId,
  remover: Remover,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const bases = (await listIn(spaceId)).slice(0, most);
  await runTogether(bases, (base) => removeOnce(base, remover), sideBySide);
  return bases.length;
}

/** If another request deleted the base meanwhile, only its copy in the space is left to remove. */
const removeOnce = (copy: BaseItem, remover: Remover) =>
  removeBase(copy, remover).catch((error) => {
    if (error instanceof AppError && error.status === 404) return removeItems([copy]);
    throw error;
  });
