/* The copy of a base as a call leaves it that had no time to do any of it: the job does it. */
import { startDuplicate } from "#lib/data/backup/start-duplicate";
import { type BaseItem, find } from "#lib/data/spaces/bases";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";

const may = { seeEmails: true, read: true, create: true, update: true, delete: true };

/** Begins the copy with its records. */
export async function beginDuplicate(userId: UserId, fromBaseId: BaseId, spaceId: SpaceId) {
  const from = (await find(fromBaseId)) as BaseItem;
  const caller = { userId, now: new Date().toISOString(), may, mayReadIn: async () => true };
  return startDuplicate(from, { fromBaseId, spaceId, withRecords: true }, caller);
}
