/*
 * Reads the access log of a space, or the security log of a person, the newest entry first. Time is a range of keys; other filters are
 * asked of entries that were read, so a page ends early where few match.
 */
import { countingDown } from "#lib/data/identity/counting-down";
import { decodeCursor, encodeCursor, invalidCursor } from "#lib/schemas/basics/cursor";
import type { SpaceId, UserId } from "#lib/schemas/basics/ids";
import type { AccessEntry, AccessLogPage, AccessLogQuery } from "#lib/schemas/identity/access-log";
import { isUnexpired } from "#lib/store/expiry";
import { keyAfter, readPage } from "#lib/store/store";
import { type AccessEntryItem, logOf } from "./log-entries.ts";

/** Entries that one page reads at most: about 1 MB. */
const mostRead = 2000;

type Filters = Pick<AccessLogQuery, "startDate" | "endDate" | "userId" | "action">;

/** A page of a log. Throws 400 for an invalid cursor. */
export async function listLog(
  id: SpaceId | UserId,
  { cursor, take, ...filters }: Filters & { take: number; cursor?: string | undefined },
  now: string,
): Promise<AccessLogPage> {
  const entries: AccessEntry[] = [];
  const from = cursor === undefined ? undefined : keyAfter(positionIn(cursor));
  let read = 0;
  for await (const { items, more } of readLog(id, filters, from)) {
    for (const [i, item] of items.entries()) {
      if (isWanted(item, filters, now)) entries.push(showEntry(item));
      if (entries.length === take)
        return { entries, nextCursor: more || i + 1 < items.length ? encodeCursor(item.sk) : null };
    }
    read += items.length;
    const last = items.at(-1);
    if (more && last && read >= mostRead) return { entries, nextCursor: encodeCursor(last.sk) };
  }
  return { entries, nextCursor: null };
}

/** All entries that match, in pieces. */
export async function* readEntries(
  id: SpaceId | UserId,
  filters: Filters,
  now: string,
): AsyncGenerator<AccessEntry[]> {
  for await (const { items } of readLog(id, filters))
    yield items.filter((item) => isWanted(item, filters, now)).map(showEntry);
}

const perRead = 500;

async function* readLog(id: SpaceId | UserId, { startDate, endDate }: Filters, after?: string) {
  const newest = endDate === undefined ? "" : countingDown(endDate);
  const to = startDate === undefined ? "\u{10ffff}" : `${countingDown(startDate)}\u{10ffff}`;
  let from = after !== undefined && after > newest ? after : newest;
  while (from <= to) {
    const page = await readPage<AccessEntryItem>({
      pk: logOf(id),
      to,
      limit: perRead,
      ...(from && { from }),
    });
    yield page;
    const last = page.items.at(-1);
    if (!page.more || !last) return;
    from = keyAfter(last.sk);
  }
}

const isWanted = (item: AccessEntryItem, { userId, action }: Filters, now: string): boolean =>
  isUnexpired(item, now) &&
  (userId === undefined || item.by.userId === userId) &&
  (action === undefined || item.action === action);

/** An entry as answers show it. */
function showEntry({ sk, time, action, by, place, subject, ...item }: AccessEntryItem): AccessEntry {
  const { userId = null, name = null, via, viaId = null } = by;
  return {
    id: sk,
    time,
    action,
    actor: { userId, name, via, viaId },
    place: place ?? null,
    subject: subject ? { ...subject, name: subject.name ?? null, tableId: subject.tableId ?? null } : null,
    before: item.before ?? null,
    after: item.after ?? null,
    requestId: item.requestId ?? null,
  };
}

/** A cursor is the key of the last entry that was looked at. */
function positionIn(cursor: string): string {
  const sk = decodeCursor(cursor);
  if (sk === undefined || !/^\d{17}\w{12}$/.test(sk)) throw invalidCursor();
  return sk;
}
