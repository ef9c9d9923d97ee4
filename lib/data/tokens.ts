/*
 * A personal access token: shown once, stored as SHA-256.
 *
 *          pk               sk             cost
 *  token   TOKEN#<sha256>   TOKEN          get 1 RCU, by each request
 *  entry   USER#<user>      TOKEN#<acc>    → its hash; made with the token 2 × 2 WCU
 */
import {
  type AccessTokenId,
  type BaseId,
  newAccessTokenId,
  type SpaceId,
  type UserId,
} from "#lib/schemas/ids";
import { commit, insert } from "./commit.ts";
import { get, type Item } from "./store.ts";
import { hash, newToken } from "./token-text.ts";

interface Grant {
  userId: UserId;
  name: string;
  description?: string;
  scopes: string[];
  /** Null: all that the user may open. */
  reach: { spaceIds: SpaceId[]; baseIds: BaseId[] } | null;
  /** ISO 8601 UTC. */
  expiredTime: string;
}
export type TokenItem = Item & Grant & { id: AccessTokenId; createdTime: string; lastUsedTime?: string };

export const key = (hashed: string) => ({ pk: `TOKEN#${hashed}`, sk: "TOKEN" });

/** Makes a token and gives its only clear copy. */
export async function create(grant: Grant, now: string): Promise<string> {
  const id = newAccessTokenId();
  const token = newToken(id);
  const hashed = hash(token);
  // a second that DynamoDB may delete it in; until it does, `find` looks at expiredTime
  const expiresAt = Math.ceil(Date.parse(grant.expiredTime) / 1000);
  await commit([
    insert({ ...key(hashed), entity: "token", id, ...grant, createdTime: now, expiresAt }),
    insert({
      ...{ pk: `USER#${grant.userId}`, sk: `TOKEN#${id}`, entity: "tokenEntry" },
      ...{ hash: hashed, createdTime: now, expiresAt },
    }),
  ]);
  return token;
}

/** A token that is good now. */
export async function find(token: string, now: string): Promise<TokenItem | undefined> {
  const item = await get<TokenItem>(key(hash(token)));
  return item && item.expiredTime > now ? item : undefined;
}
