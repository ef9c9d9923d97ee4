/*
 * Whether viewers may still read their base: the token and the role behind each are looked up again before a text is sent to it, and then for ten
 * seconds not. A change of members looks all of them up.
 */
import { findConnection, type ViewerItem } from "#lib/data/sockets/connections";
import { mayReadIn } from "#lib/http/other-bases";
import { AppError, notFound } from "#lib/schemas/basics/error";
import type { BaseId } from "#lib/schemas/basics/ids";
import { msPerSecond } from "#lib/schemas/basics/time-units";
import { runTogether } from "#lib/store/retry";
import { findCaller } from "./find-caller.ts";
import { forgetViewer } from "./forget-connection.ts";
import { closeConnection, closing, sendError } from "./send.ts";

const msKnown = 10 * msPerSecond;
/** So many at the same time, and so many known ones, before all are forgotten. */
const sideBySide = 25;
const mostKnown = 20_000;

/** When each was found to be allowed, in ms of `performance.now()`. */
const known = new Map<string, number>();

/** Those who may read the base; all others get an error and end. With `isAnew` all are looked up. */
export async function keepAllowed(
  viewers: readonly ViewerItem[],
  { isAnew, now }: { isAnew: boolean; now: string },
): Promise<ViewerItem[]> {
  if (known.size > mostKnown) known.clear();
  const allowed = new Set<ViewerItem>();
  await runTogether(
    viewers,
    async (viewer) => {
      if (await isAllowed(viewer, isAnew, now)) allowed.add(viewer);
    },
    sideBySide,
  );
  return viewers.filter((viewer) => allowed.has(viewer));
}

async function isAllowed(viewer: ViewerItem, isAnew: boolean, now: string): Promise<boolean> {
  const { token, baseId, connection } = viewer;
  const name = `${connection} ${baseId}`;
  if (!isAnew && performance.now() - (known.get(name) ?? Number.NEGATIVE_INFINITY) < msKnown) return true;
  known.delete(name);
  const caller = await findCaller(token, now);
  if (!caller) await closeConnection(connection, { error: badToken(), code: closing.token });
  else if (await mayReadIn(baseId, caller, {})) known.set(name, performance.now());
  else await endViewing(connection, baseId, now);
  return known.has(name);
}

/** Ends what a person may no longer read; a connection that watches nothing else is closed. Who is killed in between does all of it again. */
export async function endViewing(connection: string, baseId: BaseId, now: string): Promise<void> {
  const error = notFound("base", baseId);
  const { baseIds = [] } = (await findConnection(connection, now)) ?? {};
  if (baseIds.some((each) => each !== baseId)) {
    await sendError(connection, error, baseId);
    await forgetViewer(connection, baseId);
  } else await closeConnection(connection, { error, code: closing.base, baseId });
}

export const badToken = (): AppError =>
  new AppError("unauthorized", "The token of this connection has expired or was revoked");
