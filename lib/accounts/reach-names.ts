/* The names of the places that tokens and applications of a user reach, for the page of the account. */
import type { Reach } from "#lib/data/identity/tokens";
import type { UserId } from "#lib/schemas/basics/ids";
import { listOpenPlaces } from "./open-places.ts";

/** Gives the names of a reach; `undefined` for one of every place of the user. */
export type NameReach = (reach: Partial<Reach> | null | undefined) => string[] | undefined;

/** Two round trips, for any number of reaches. */
export async function readReachNames(userId: UserId): Promise<NameReach> {
  const names = new Map<string, string>((await listOpenPlaces(userId)).map(({ id, name }) => [id, name]));
  return (reach) =>
    reach
      ? [...(reach.spaceIds ?? []), ...(reach.baseIds ?? [])].map(
          (id) => names.get(id) ?? "a place that you can no longer open",
        )
      : undefined;
}
