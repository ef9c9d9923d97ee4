/*
 * Deleting a space: from the commit on that takes it away nothing can be put into it; then its bases are deleted, and a job
 * clears what is left. The job begins with the bases too, so whoever is stopped half-way has deleted all the same.
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { AppError, notFound } from "#lib/schemas/basics/error";
import type { SpaceId } from "#lib/schemas/basics/ids";
import { commit, Refused, removeKey } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import { removeItems } from "#lib/store/store";
import { type BaseItem, listIn } from "./bases.ts";
import { removeBase } from "./remove-base.ts";
import { type SpaceItem, spaceKey } from "./spaces.ts";

type Remover = Pick<Caller, "userId" | "now">;

export async function removeSpace({ id }: SpaceItem, { userId, now }: Remover): Promise<void> {
  const job = jobs.startChange("clearSpace", { spaceId: id }, { userId, now, dueTime: readSettledTime(now) });
  await commit([removeKey(spaceKey(id)), job.change]).catch((error) => {
    if (error instanceof Refused) throw notFound("space", id);
    throw error;
  });
  await removeBases(id, { userId, now });
}

const sideBySide = 8;

/** Deletes up to so many bases of a space that is gone; gives how many there were. */
export async function removeBases(
  spaceId: SpaceId,
  remover: Remover,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const bases = (await listIn(spaceId)).slice(0, most);
  const left = [...bases];
  const removing = async () => {
    for (let base = left.pop(); base; base = left.pop()) await removeOnce(base, remover);
  };
  await Promise.all(Array.from({ length: sideBySide }, removing));
  return bases.length;
}

/** Somebody else may have deleted it meanwhile: then nothing is left for its copy here to stand for. */
const removeOnce = (copy: BaseItem, remover: Remover) =>
  removeBase(copy, remover).catch((error) => {
    if (error instanceof AppError && error.status === 404) return removeItems([copy]);
    throw error;
  });
