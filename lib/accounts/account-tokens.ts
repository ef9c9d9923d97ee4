/* A user's access tokens with the names of the places that they reach, for the page of the account. */
import * as tokens from "#lib/data/identity/tokens";
import type { UserId } from "#lib/schemas/basics/ids";
import { listOpenPlaces } from "./open-places.ts";

/** `places` is `undefined` for a token that reaches every place of its user. */
export async function listAccountTokens(userId: UserId, now: string) {
  const [items, places] = await Promise.all([tokens.listOf(userId, now), listOpenPlaces(userId)]);
  const names = new Map(places.map(({ id, name }) => [id as string, name]));
  const namesOf = ({ spaceIds, baseIds }: tokens.Reach) =>
    [...spaceIds, ...baseIds].map((id) => names.get(id) ?? "a place that you can no longer open");
  return items.map(({ reach, ...token }) => ({ ...token, places: reach ? namesOf(reach) : undefined }));
}
