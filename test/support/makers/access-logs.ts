/* The entries of access logs, as their readers see them. */
import { handler as listAccessLog } from "#functions/space/list-access-log";
import { listLog } from "#lib/data/spaces/access-log/list-log";
import type { SpaceId, UserId } from "#lib/schemas/basics/ids";
import type { AccessEntry } from "#lib/schemas/identity/access-log";
import { call } from "#test/support/requests/call";

/** The entries of a space, the oldest first. */
export async function spaceLog(spaceId: SpaceId, as: { token: string }): Promise<AccessEntry[]> {
  const { status, body } = await call(listAccessLog, { as, params: { spaceId }, query: { take: "1000" } });
  if (status !== 200) throw new Error(`the log was refused: ${JSON.stringify(body)}`);
  return body.entries.toReversed();
}

/** The entries of the security log of a person, the oldest first. */
export async function ownLog(userId: UserId): Promise<AccessEntry[]> {
  const { entries } = await listLog(userId, { take: 1000 }, new Date().toISOString());
  return entries.toReversed();
}

/** The actions of entries. */
export const actionsOf = (entries: AccessEntry[]): string[] => entries.map(({ action }) => action);
