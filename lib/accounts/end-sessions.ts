/* The sessions of a user: listed, and ended one by one or all at once. */

import * as sessions from "#lib/data/identity/sessions";
import { notFound, unauthorized } from "#lib/schemas/basics/error";
import { change, commit, removeKey, retryOnConflict, retryOnConflictFrom } from "#lib/store/commit";
import { getItems } from "#lib/store/store";
import { endTemporaryTokens } from "./end-tokens.ts";
import { accountEntry, sessionSubject } from "./log-account.ts";

interface ListedSession extends sessions.Place {
  id: string;
  /** ISO 8601 UTC, as all times here. */
  createdTime: string;
  /** To the hour; `undefined` for a session that began before uses were kept. */
  lastUsedTime: string | undefined;
  /** Whether it is the session that asks. */
  isThis: boolean;
}

/** The sessions of a user that have not ended, the newest first. */
export async function listSessions({ user, key }: sessions.Session, now: string): Promise<ListedSession[]> {
  const items = await sessions.listOf(user, now);
  const uses = await sessions.readUses(items);
  return items
    .toSorted((a, b) => (a.createdTime < b.createdTime ? 1 : -1))
    .map((item) => {
      const { createdTime, browser, network } = item;
      const id = sessions.sessionIdOf(item);
      const place = { ...(browser && { browser }), ...(network && { network }) };
      return { id, createdTime, ...place, lastUsedTime: uses.get(id), isThis: item.sk === key.sk };
    });
}

/** Signs out: the cookie becomes invalid, and the temporary tokens that the session made. Can be repeated. */
export async function endSession({ user, key }: Pick<sessions.Session, "user" | "key">): Promise<void> {
  await retryOnConflict(async () => {
    const found = await getItems<sessions.SessionItem>(sessions.sessionKeysOf(key));
    const item = found.find(({ sk }) => sk === key.sk);
    if (!item) return;
    const { subject } = sessionSubject(key, item);
    await commit([...found.map(removeKey), accountEntry(user, "session.ended", { subject })]);
  });
  await endTemporaryTokens(user.id, key);
}

/** Ends the session of the user with this id. Throws 404 if there is none. */
export async function endSessionOf({ user }: sessions.Session, id: string, now: string): Promise<void> {
  const found = await sessions.listOf(user, now, id);
  if (found.length === 0) throw notFound("session", id);
  for (const key of found) await endSession({ user, key });
}

/**
 * Ends all sessions of the user but this one, also those that begin at this moment: the epoch of the user moves on, and this session with
 * it, in one commit. Links to reset the password become invalid.
 */
export async function endOtherSessions(session: sessions.Session, now: string): Promise<void> {
  const readAgain = async () => {
    const found = await sessions.findKept(sessions.knownSession(session), now);
    if (!found) throw unauthorized("Your session has ended: sign in again", "Cookie");
    return found;
  };
  await retryOnConflictFrom(session, readAgain, async ({ user, item }) => {
    const epoch = user.epoch + 1;
    await commit([change(user, { epoch }), change(item, { epoch }), accountEntry(user, "sessions.ended")]);
  });
  await endTemporaryTokens(session.user.id);
}
