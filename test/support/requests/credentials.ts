/* Invalid tokens and sessions of all kinds. */
import { crc32 } from "node:zlib";
import * as sessions from "#lib/data/identity/sessions";
import { hash, newToken } from "#lib/data/identity/token-text";
import { key, type TokenItem } from "#lib/data/identity/tokens";
import * as users from "#lib/data/identity/users";
import { newAccessTokenId, newUserId, randomText, type UserId } from "#lib/schemas/basics/ids";
import { change, commit, remove } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { aSession, aToken, type Someone } from "#test/support/makers/makers";

const longAgo = "2020-01-01T00:00:00.000Z";

/** Authorization headers without a valid token, each with a description. */
export async function badTokens({ userId, token }: Someone): Promise<[string, string][]> {
  const unknown = `gridless_acc${randomText(16)}_${randomText(43)}`;
  return [
    ["a token cut short", `Bearer ${token.slice(0, -3)}`],
    ["a token with another checksum", `Bearer ${token.slice(0, -1)}${token.endsWith("0") ? 1 : 0}`],
    [
      "a token with a letter changed",
      `Bearer ${token.slice(0, 40)}${token[40] === "x" ? "y" : "x"}${token.slice(41)}`,
    ],
    ["a token that was never issued", `Bearer ${unknown}${crc32(unknown).toString(36).padStart(7, "0")}`],
    ["an expired token", `Bearer ${await aToken(userId, { expiredTime: longAgo })}`],
    ["a revoked token", `Bearer ${await aRevokedToken(userId)}`],
    ["a token that was replaced by a refresh", `Bearer ${await aReplacedToken(userId)}`],
    ["Basic", `Basic ${token}`],
    ["the token alone", token],
    ["Bearer alone", "Bearer "],
    ["two tokens", `Bearer ${token},Bearer ${token}`],
  ];
}

export async function revoke(token: string): Promise<void> {
  await commit([remove(await itemOf(token))]);
}

async function aRevokedToken(userId: UserId): Promise<string> {
  const token = await aToken(userId);
  await revoke(token);
  return token;
}

/** A token whose text was replaced, as by a refresh. */
async function aReplacedToken(userId: UserId): Promise<string> {
  const token = await aToken(userId);
  const before = await itemOf(token);
  const next = key(hash(newToken(newAccessTokenId())));
  await commit([remove(before), { op: "create", item: { ...before, ...next } }]);
  return token;
}

async function itemOf(token: string): Promise<TokenItem> {
  const item = await getItem<TokenItem>(key(hash(token)));
  if (!item) throw new Error("the token does not exist");
  return item;
}

/** Session cookies that are not valid, each with a description. */
export async function badSessions({ userId }: Someone, other: Someone): Promise<[string, string][]> {
  const { cookie } = await aSession(userId);
  const secret = cookie.slice(cookie.indexOf(".") + 1);
  return [
    ["a session cut short", cookie.slice(0, -1)],
    ["a session with a letter changed", `${cookie.slice(0, -1)}${cookie.endsWith("x") ? "y" : "x"}`],
    ["the id of another user before it", `${other.userId}.${secret}`],
    ["an unknown user id before it", `${newUserId()}.${secret}`],
    ["an id alone", `${userId}.`],
    ["its secret alone", secret],
    ["garbage", "%00🚀".repeat(50)],
    ["an expired session", await anExpiredSession(userId)],
    ["a session that a new password ended", await anEndedSession(userId)],
  ];
}

async function anExpiredSession(userId: UserId): Promise<string> {
  const user = await users.find(userId);
  if (!user) throw new Error(`user ${userId} does not exist`);
  const { cookie, changes } = sessions.startChanges(user, longAgo);
  await commit(changes);
  return cookie;
}

/** The epoch of the user has increased, which ends all earlier sessions. */
async function anEndedSession(userId: UserId): Promise<string> {
  const user = await users.find(userId);
  if (!user) throw new Error(`user ${userId} does not exist`);
  const { cookie } = await aSession(userId);
  await commit([change(user, { epoch: user.epoch + 1 })]);
  return cookie;
}

/** Origin headers of pages that are not ours; undefined: no header. */
export const foreignOrigins = [
  undefined,
  "null",
  "",
  "https://evil.example",
  "http://localhost.evil.example",
  "http://localhost:1",
  "localhost",
];
