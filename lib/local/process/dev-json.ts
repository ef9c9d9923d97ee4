/* dev.json in the data folder: where the server is and how to call it, for people and scripts. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFirstUser } from "#lib/accounts/welcome";
import { isWellFormed } from "#lib/data/identity/token-text";
import * as tokens from "#lib/data/identity/tokens";
import { randomText } from "#lib/schemas/basics/ids";
import { allScopes } from "#lib/schemas/identity/scopes";

export interface DevJson {
  url: string;
  token: string;
  userId: string;
  userName: string;
  email: string;
  /** For signing in; missing in a file of an earlier version. */
  password?: string;
  spaceId: string;
  baseId: string;
}

export const devJsonFile = (folder: string) => join(folder, "dev.json");

/** Reads dev.json of an earlier start, or makes the first user; writes it with the address of this start. */
export async function writeDevJson(folder: string, url: string): Promise<DevJson> {
  const now = new Date().toISOString();
  const kept = readDevJson(folder);
  const isGood = kept && isWellFormed(kept.token) && (await tokens.find(kept.token, now));
  const dev = { ...(isGood ? kept : await begin(now)), url };
  // the token opens everything: only this user may read it
  writeFileSync(devJsonFile(folder), `${JSON.stringify(dev, null, 2)}\n`, { mode: 0o600 });
  return dev;
}

export function readDevJson(folder: string): DevJson | undefined {
  try {
    return JSON.parse(readFileSync(devJsonFile(folder), "utf8")) as DevJson;
  } catch {
    return undefined;
  }
}

/** Meets the rules of `Password`: a letter and a digit. */
const newPassword = () => `${randomText(20)}-a1`;

async function begin(now: string): Promise<Omit<DevJson, "url">> {
  const newcomer = { name: "Dev", email: "dev@gridless.local", scopes: allScopes };
  // the token of one machine never expires
  const expiredTime = "9999-12-31T00:00:00.000Z";
  const password = newPassword();
  const { user, spaceId, baseId, token } = await createFirstUser({ ...newcomer, password, expiredTime }, now);
  const { id: userId, name: userName, email } = user;
  return { token, userId, userName, email, password, spaceId, baseId };
}
