/* What connections hear of the log of a base. */
import { cursorOf, readChanges } from "#lib/data/changes/read-changes";
import { showChanges } from "#lib/data/changes/show-changes";
import type { BaseId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { ChangesPage } from "#lib/schemas/collaboration/changes";

interface AskedByConnection {
  baseId: BaseId;
  tableIds?: readonly string[] | undefined;
  since?: string | undefined;
}

/** The most bytes of an answer. API Gateway sends texts of 128 KB, in which these take a little more. */
const mostBytes = 100 * 1024;

/** What follows a cursor; marks the base as one that a connection watches. Throws 400 for an invalid cursor. */
export async function readWatched(
  { baseId, tableIds, since }: AskedByConnection,
  now: string,
): Promise<ChangesPage> {
  const asked = { baseId, id: baseId, since, tableIds, take: limits.changesPerPage };
  const { changes, after, more, reset } = await readChanges(asked, now, { isWatched: true });
  const shown = await showChanges(changes.map(({ change }) => change));
  return { changes: shown, cursor: cursorOf(asked, after, now), more, reset };
}

/** As `readWatched`, but of an answer that is too long nothing: the client is to ask for it by a request. */
export async function readShort(
  asked: AskedByConnection & { since: string },
  now: string,
): Promise<ChangesPage> {
  const page = await readWatched(asked, now);
  if (Buffer.byteLength(JSON.stringify(page)) <= mostBytes) return page;
  return { changes: [], cursor: asked.since, more: true, reset: false };
}
