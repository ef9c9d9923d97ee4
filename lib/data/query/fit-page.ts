/* Makes an answer of a page that was read: the page ends early if its records do not fit into one answer. */

import type { RecordItem } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import { countFitting } from "#lib/schemas/basics/answer-size";
import { limits } from "#lib/schemas/basics/limits";
import type { Record } from "#lib/schemas/records/record";
import { type CursorPosition, type QueryKey, writeCursor } from "./cursors.ts";
import type { LookedUp } from "./indexed/looked-up.ts";

export interface PageRead {
  records: RecordItem[];
  /** The cursor position of a record: the page after it starts there. */
  placeOf(record: RecordItem): CursorPosition;
  /** The cursor position after the last record; null at the end of the list. */
  next: CursorPosition | null;
}

/** What is read of a list before the caller's role is known. */
export interface EarlyRead {
  schema: Schema;
  /** The page of a view without a filter; `undefined` for other queries. */
  rows: Promise<PageRead | undefined> | undefined;
  /** The records that were looked up by values. */
  found?: Promise<LookedUp | undefined>;
}

interface FittedPage {
  records: Record[];
  nextCursor: string | null;
}

/** The records that fit, and the cursor after them; `shown` may lack the last ones. `beside` and `extra` are further parts of the answer: per record, and of the whole. */
export function fitPage(
  page: PageRead,
  shown: Record[],
  queryKey: QueryKey,
  { beside = [], extra = "" }: { beside?: unknown[]; extra?: unknown } = {},
): FittedPage {
  const room = limits.responseBytes - limits.cursorLength - Buffer.byteLength(JSON.stringify(extra));
  const count = countFitting(
    shown.map((record, i) => [record, beside[i]]),
    room,
  );
  const last = page.records[count - 1];
  const next = count < page.records.length && last ? page.placeOf(last) : page.next;
  return { records: shown.slice(0, count), nextCursor: next === null ? null : writeCursor(next, queryKey) };
}
