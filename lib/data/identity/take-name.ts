/* Limits how often a user changes their name, because all indexes that name people are then made again (lib/data/indexes/end-renamed.ts). */

import type { Change } from "#lib/store/commit";
import { countAttempt } from "./attempts.ts";
import { type UserItem, update } from "./users.ts";

/** Throws 429 after ten name changes on a day, until some time has passed. `now` is ISO 8601. */
export async function takeName(
  user: UserItem,
  name: string,
  now: string,
  answerChanges?: (changed: UserItem) => Change[],
): Promise<UserItem> {
  if (name !== user.name) await countAttempt({ kind: "name", of: user.id }, Date.parse(now));
  return update(user, { name }, answerChanges);
}
