/*
 * Queries that are too long for a URL, saved for a day. A list request names one, which adds the parameters that its query string lacks.
 *
 *  entity      pk          sk     cost
 *  savedQuery  QUERY#<id>  QUERY  put 1 WCU for each KB; get 1 RCU for each 4 KB; expires after a day
 */

import type { Caller } from "#lib/data/identity/caller";
import { invalid, notFound } from "#lib/schemas/basics/error";
import { newQueryId, type QueryId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import type { QueryToSave } from "#lib/schemas/records/saved-query";
import { commit, insert } from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem, type Item } from "#lib/store/store";

type SavedQueryItem = Item & {
  userId: UserId;
  /** The members as JSON. */
  params: string;
  expiresAt: number;
};

const queryKey = (id: string) => ({ pk: `QUERY#${id}`, sk: "QUERY" });

/** Saves the query for its creator; throws 400 if it is too large. */
export async function saveQuery(
  { params: sent }: QueryToSave,
  caller: Caller,
): Promise<{ queryId: QueryId }> {
  const params = JSON.stringify(sent);
  const bytes = Buffer.byteLength(params);
  if (bytes > limits.savedQueryBytes)
    throw invalid([
      { path: "params", message: `must have at most ${limits.savedQueryBytes} bytes as JSON; got ${bytes}` },
    ]);
  const queryId = newQueryId();
  const item = {
    ...queryKey(queryId),
    entity: "savedQuery",
    userId: caller.userId,
    params,
    expiresAt: expiryIn(secondsPerDay, caller.now),
  };
  await commit([insert(item), ...keepAnswer(caller, { queryId })]);
  return { queryId };
}

/** The members of a saved query. Throws 404 if it does not exist, has expired, or was saved by another user. */
export async function readSavedQuery(
  id: string,
  { userId, now }: { userId: UserId; now: string },
): Promise<QueryToSave["params"]> {
  const item = await getItem<SavedQueryItem>(queryKey(id));
  if (!item || item.userId !== userId || !isUnexpired(item, now)) throw notFound("saved query", id);
  return JSON.parse(item.params) as QueryToSave["params"];
}
