/*
 * The columns of a table: numbers in place of the ids of its fields, for packed records (lib/schemas/records/packed-record.ts). They stand in
 * TABLE as one text, the ids in the order of the numbers, without the letters that all of them begin with. A commit that adds fields adds
 * them there; nothing removes them, so a number is never given twice, and what was read once stays right: it only may be too short.
 */
import type { TableId } from "#lib/schemas/basics/ids";
import type { Columns } from "#lib/schemas/records/packed-record";
import type { Change } from "#lib/store/commit";
import { keepLatest } from "./keep-latest.ts";

const start = "fld";
/** Of a table without fields. */
export const noColumns: Columns = { ids: [], numbers: new Map() };

const known = new Map<TableId, { text: string; columns: Columns }>();

/** Remembers the columns of a table that was read; they may be older than what is remembered. */
export function noteColumns(id: TableId, text = ""): void {
  if (!known.get(id)?.text.startsWith(text)) keepLatest(known, id, { text, columns: parseColumns(text) });
}

/** The columns of a table, as far as this process has seen them. */
export const columnsOf = (id: TableId): Columns => known.get(id)?.columns ?? noColumns;

/** The columns that a text of TABLE stands for. */
export function parseColumns(text = ""): Columns {
  const ids = text === "" ? [] : text.split(",").map((rest) => start + rest);
  return { ids, numbers: new Map(ids.map((id, column) => [id, column])) };
}

/** TABLE is read for each call, and each column takes 17 bytes of it. Fields that are made after so many have none: records name them by their ids. */
const mostColumns = 1000;

/** The text of TABLE with the columns of the fields that these changes add to the table, or nothing if there are none. */
export function addColumns(
  { pk, columns = "" }: { pk: string; columns?: string },
  changes: readonly Change[],
): { columns?: string } {
  const before = columns === "" ? [] : columns.split(",");
  const items = changes.flatMap((each) => ("item" in each && each.item.pk === pk ? [each.item] : []));
  const rests = items.flatMap(({ entity, id }) => (entity === "field" ? String(id).slice(start.length) : []));
  const room = Math.max(mostColumns - before.length, 0);
  const added = [...new Set(rests)].filter((rest) => !before.includes(rest)).slice(0, room);
  // those from before stay as they are, also if one stands there twice
  return added.length === 0 ? {} : { columns: [...before, ...added].join(",") };
}
