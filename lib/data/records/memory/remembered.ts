/*
 * Whole tables in memory: a process that hears of every write keeps what it has read of them (memory/remember-tables.ts). On AWS there
 * is no such process: other functions write, and to ask whether a block has changed would cost each commit a write of its own.
 */
import type { TableId } from "#lib/schemas/basics/ids";
import type { RecordItem } from "../records.ts";

/** What readers of whole tables need of each record. */
export interface Needed {
  /** The ids of fields. */
  cells: ReadonlySet<string>;
  members: readonly string[];
  /** The link fields whose cells carry those of linked records, for lookups. */
  carrying: readonly string[];
}

export interface RememberedTables {
  /** The records of a part, some at a time, with what is needed of them; undefined if they are not in memory. */
  readPart(pk: string, needed: Needed): Promise<AsyncGenerator<RecordItem[]> | undefined>;
  /** The same for a large table, after an autoNumber and in natural order. It ends with `undefined` where the rest is not in memory. */
  readOn(
    tableId: TableId,
    after: number,
    needed: Needed,
  ): Promise<AsyncGenerator<RecordItem[] | undefined> | undefined>;
}

let remembered: RememberedTables | undefined;

/** Sets which tables are in memory; undefined: none are. Gives a function that sets what was before. */
export function setRemembered(tables: RememberedTables | undefined): () => void {
  const before = remembered;
  remembered = tables;
  return () => {
    if (remembered === tables) remembered = before;
  };
}

export const rememberedTables = (): RememberedTables | undefined => remembered;
