/*
 * A personal access token: gridless_<acc id>_<43 random characters><7 of a checksum>. Shown once, stored as SHA-256.
 *
 *          pk               sk             cost
 *  token   TOKEN#<sha256>   TOKEN          get 1 RCU, by each request
 *  entry   USER#<user>      TOKEN#<acc>    made with the token 2 × 2 WCU
 */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import {
  type AccessTokenId,
  type BaseId,
  newAccessTokenId,
  randomText,
  type SpaceId,
  type UserId,
} from "#lib/schemas/ids";
import { commit, insert } from "./commit.ts";
import { get, type Item } from "./store.ts";

interface Grant {
  userId: UserId;
  name: string;
  scopes: string[];
  /** Null: all that the user may open. */
  reach: { spaceIds: SpaceId[]; baseIds: BaseId[] } | null;
  /** ISO 8601 UTC. */
  expiredTime: string;
}
type TokenItem = Item & Grant & { id: AccessTokenId };

/** What stands for a token wherever it is stored. */
export const hash = (token: string) => createHash("sha256").update(token).digest("hex");
const key = (hashed: string) => ({ pk: `TOKEN#${hashed}`, sk: "TOKEN" });
const checksum = (text: string) => crc32(text).toString(36).padStart(7, "0");

/** Makes a token and gives its only clear copy. */
export async function create(grant: Grant, now: string): Promise<string> {
  const id = newAccessTokenId();
  const body = `gridless_${id}_${randomText(43)}`;
  const token = body + checksum(body);
  const hashed = hash(token);
  // a second that DynamoDB may delete it in; until it does, `find` looks at expiredTime
  const expiresAt = Math.ceil(Date.parse(grant.expiredTime) / 1000);
  const shared = { id, ...grant, createdTime: now, expiresAt };
  await commit([
    insert({ ...key(hashed), entity: "token", ...shared }),
    insert({ pk: `USER#${grant.userId}`, sk: `TOKEN#${id}`, entity: "tokenEntry", ...shared, hash: hashed }),
  ]);
  return token;
}

/** Whether a text can be a token at all: a mistyped one has another checksum. */
export function isWellFormed(token: string): boolean {
  const [, body = "", sum] = /^(gridless_acc[0-9A-Za-z]{16}_[0-9A-Za-z]{43})([0-9a-z]{7})$/.exec(token) ?? [];
  return checksum(body) === sum;
}

/** The grant of a token that is good now. */
export async function find(token: string, now: string): Promise<Grant | undefined> {
  const item = await get<TokenItem>(key(hash(token)));
  return item && item.expiredTime > now ? item : undefined;
}
