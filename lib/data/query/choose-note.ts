/*
 * Notes in which order a list was read, for one of some readings: orders that requests keep asking for get an index (note-order.ts). No answer
 * waits for that, and none fails by it.
 */

import { recordsWithoutIndex } from "#lib/data/records/record-keys";
import type { IndexItem } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import type { Looked } from "./note-order.ts";
import type { QueryPlan } from "./query-plan.ts";

/** Of a table: more is scanned than read record by record. A record costs 1 RCU by its id, and a quarter of that in a scan of 1 KB each. */
export const mostOfTable = 1 / 4;

/** Undefined for most readings. */
export function chooseNote(plan: Pick<QueryPlan, "schema" | "look">) {
  // a note is 1 WCU, so an eighth of that a page
  const pages = Number(process.env["GRIDLESS_PAGES_PER_NOTE"] || 8);
  if (!(pages > 0) || Math.random() * pages >= 1) return undefined;
  const quietly = (act: (notes: typeof import("./note-order.ts")) => Promise<void>): void =>
    void import("./note-order.ts").then(act).catch(() => {});
  const isLarge = (last: number) => last > recordsWithoutIndex;
  return {
    /** It was read from an index. */
    indexed: (item: IndexItem) => quietly((notes) => notes.noteIndexed(plan.schema, item, pages)),
    /** The table is scanned; `last` is its highest number. */
    scanned(last: number): void {
      if (isLarge(last)) quietly((notes) => notes.noteScanned(plan, pages));
    },
    /** So many records were looked at for those that a filter lets through. */
    filtered(looked: Looked): void {
      if (isLarge(looked.last)) quietly((notes) => notes.noteScanned(plan, pages, looked));
    },
    /** Days were read by a scan; indexes that begin with these dates would have given them. */
    days(fields: Field[], last: number): void {
      if (isLarge(last)) quietly((notes) => notes.noteDays(plan.schema, fields, pages));
    },
  };
}
