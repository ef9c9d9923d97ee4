/*
 * Hints: the viewers of a base hear that it changed, and what, if that is short.
 *
 *   a chunk of the log ─▶ none in the last second? ─ yes ─▶ a hint now
 *                                                  └ no ──▶ planned: one hint when the second is over, with all that is new then
 *
 * A hint says from where to where the log was read. A client at another place, or without the changes, asks for what follows its own place. So
 * a hint that is lost or comes twice does no harm.
 */
import { hasOtherViewer, listViewers, type ViewerItem } from "#lib/data/sockets/connections";
import { findHinted, hintFor, keepHinted, planSending } from "#lib/data/sockets/sendings";
import type { BaseId } from "#lib/schemas/basics/ids";
import type { BaseChange, ChangesPage } from "#lib/schemas/collaboration/changes";
import { keepAllowed } from "./allowed-viewers.ts";
import { readWatched } from "./read-log.ts";
import { sendToAll } from "./send.ts";

/** Bytes of a hint with changes. */
const mostBytes = 24 * 1024;

/** Tells the viewers of a base that its log has grown, now or soon. */
export async function announceChanges(baseId: BaseId): Promise<void> {
  if (await planSending(hintFor(baseId))) await sendHint(baseId);
}

/**
 * Begins the hints of a base at the place up to which its only viewer knows it: the next one has the changes, where it would begin at the last
 * hint of former viewers. With others nothing is to do. They are looked for after the log was read: who comes later reads it from there or later.
 */
export async function beginHints(
  baseId: BaseId,
  { connection, cursor, now }: { connection: string; cursor: string; now: string },
): Promise<void> {
  if (await hasOtherViewer(baseId, connection, now)) return;
  const before = await findHinted(baseId);
  if (before !== cursor) await keepHinted(baseId, { before, cursor, now });
}

/** Tells the viewers of a base what its log has since the last hint. */
export async function sendHint(baseId: BaseId): Promise<void> {
  const now = new Date().toISOString();
  const viewers = await listViewers(baseId, now);
  if (viewers.length === 0) return;
  const before = await findHinted(baseId);
  const found = await readWatched({ baseId, since: before }, now);
  // from an unknown place, or with too much to send, viewers ask from their own places
  const isKnown = before !== undefined && !found.more && !found.reset;
  const cursor = found.more ? (await readWatched({ baseId }, now)).cursor : found.cursor;
  if (isKnown && cursor === before) return;
  // a base that was moved has other members too
  const hasNewMembers = found.changes.some(
    ({ type }) => type === "members.updated" || type === "base.updated",
  );
  const allowed = await keepAllowed(viewers, { isAnew: hasNewMembers || !isKnown, now });
  const page = {
    baseId,
    from: isKnown ? before : cursor,
    cursor,
    changes: isKnown ? found.changes : undefined,
  };
  const texts = new Map<string, string>();
  await sendToAll(allowed, ({ tableIds }) => {
    const name = tableIds?.join() ?? "";
    const text = texts.get(name) ?? writeHint(page, tableIds);
    texts.set(name, text);
    return text;
  });
  // after they were sent: who ends in between sends them again
  await keepHinted(baseId, { before, cursor, now });
}

interface Hint extends Pick<ChangesPage, "cursor"> {
  baseId: BaseId;
  from: string;
  /** Absent if they are not to be sent. */
  changes: BaseChange[] | undefined;
}

/** The text for viewers of these tables, or of all. */
function writeHint({ changes, ...page }: Hint, tableIds: ViewerItem["tableIds"]): string {
  const hint = { type: "changes", ...page, more: false, reset: false };
  const wanted = tableIds && new Set<string>(tableIds);
  const own = changes?.filter(({ tableId }) => !tableId || !wanted || wanted.has(tableId));
  const text = JSON.stringify({ ...hint, changes: own });
  return Buffer.byteLength(text) < mostBytes ? text : JSON.stringify(hint);
}
