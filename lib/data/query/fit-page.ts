/* A page that was read, as an answer: one whose records are many bytes ends early. */

import type { RecordItem } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import { countFitting } from "#lib/schemas/basics/answer-size";
import { limits } from "#lib/schemas/basics/limits";
import type { Record } from "#lib/schemas/records/record";
import { type CursorPosition, type QueryKey, writeCursor } from "./cursors.ts";

export interface PageRead {
  records: RecordItem[];
  /** Where the page after this record begins. */
  placeOf(record: RecordItem): CursorPosition;
  /** Where the page after all of them begins; null at the end. */
  next: CursorPosition | null;
}

/** What is known of a list before the caller is known. */
export interface EarlyRead {
  schema: Schema;
  /** Rows of a view without a filter. */
  rows: Promise<PageRead | undefined> | undefined;
}

interface Fitted {
  records: Record[];
  nextCursor: string | null;
}

/** `beside` is what the answer shows of each record besides, `extra` what it shows of all. */
export function fitPage(
  page: PageRead,
  shown: Record[],
  asking: QueryKey,
  { beside = [], extra = "" }: { beside?: unknown[]; extra?: unknown } = {},
): Fitted {
  const room = limits.responseBytes - limits.cursorLength - Buffer.byteLength(JSON.stringify(extra));
  const count = countFitting(
    shown.map((record, i) => [record, beside[i]]),
    room,
  );
  const last = page.records[count - 1];
  const next = count < shown.length && last ? page.placeOf(last) : page.next;
  return { records: shown.slice(0, count), nextCursor: next === null ? null : writeCursor(next, asking) };
}
