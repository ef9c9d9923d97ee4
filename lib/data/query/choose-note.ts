/*
 * Notes, for a random part of the lists, in which order they were read: orders that many requests use get an index (note-order.ts). No
 * answer waits for the note or fails because of it.
 */

import { recordsWithoutIndex } from "#lib/data/records/record-keys";
import type { IndexItem } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import type { Looked, ValueScan } from "./note-order.ts";
import type { QueryPlan } from "./query-plan.ts";

/** If more than this part of a table is needed, it is scanned: a record costs 1 RCU by its id, but a quarter of that in a scan, if it has 1 KB. */
export const mostOfTable = 1 / 4;

/** Undefined for most lists, which are not noted. */
export function chooseNote(plan: Pick<QueryPlan, "schema" | "look">) {
  // a note is 1 WCU, so on average an eighth of that for each page
  const pages = Number(process.env["GRIDLESS_PAGES_PER_NOTE"] || 8);
  if (!(pages > 0) || Math.random() * pages >= 1) return undefined;
  const quietly = (act: (notes: typeof import("./note-order.ts")) => Promise<void>): void =>
    void import("./note-order.ts").then(act).catch(() => {});
  const isLarge = (last: number) => last > recordsWithoutIndex;
  return {
    /** The list was read from an index. */
    indexed: (item: IndexItem) => quietly((notes) => notes.noteIndexed(plan.schema, item, pages)),
    /** The table is scanned; `last` is its highest number. */
    scanned(last: number): void {
      if (isLarge(last)) quietly((notes) => notes.noteScanned(plan, pages));
    },
    /** This many records were read to find those that match a filter. */
    filtered(looked: Looked): void {
      if (isLarge(looked.last)) quietly((notes) => notes.noteScanned(plan, pages, looked));
    },
    /** The table was scanned for records that match a filter. */
    sought: (sought: ValueScan) => quietly((notes) => notes.noteValues(plan, pages, sought)),
    /** The days were found by a scan; indexes that begin with these dates would have avoided it. */
    days(fields: Field[], last: number): void {
      if (isLarge(last)) quietly((notes) => notes.noteDays(plan.schema, fields, pages));
    },
  };
}
