/*
 * A record in few bytes: one text with the numbers of columns in place of the ids of fields, and times as numbers.
 *
 *   { "id": "rec…", "autoNumber": 7, "createdTime": "2026-11-28T18:00:00.000Z", "createdBy": "usrA", "cells": { "fld…": "Amy", "fld…": 3 } }
 *   [1795888800000,"usrA",null,null,0,"Amy",1,3]
 *
 * First createdTime, createdBy, lastModifiedTime, lastModifiedBy, null where there is none; then for each cell its column and its value.
 *
 *   column    the place of the field in the columns of the table, or its id if it has none there
 *   value     as JSON; of a text that begins with "~", the rest says what it is:
 *               ~~…     a text that begins with "~"
 *               ~<n>    a time, in milliseconds since 1970 to the base 36
 *               ~@      a long text, which is an attribute of the item of its own, `text<column>`
 *
 * A column that the reader does not know is read as the id "#<column>", and written again as it was: nothing is lost.
 */

/** The fields of a table by their columns. A column is never given twice. */
export interface Columns {
  ids: readonly string[];
  numbers: ReadonlyMap<string, number>;
}

/** A packed text, parsed. */
type Packed = readonly unknown[];

/** The texts that stand beside the packed text, by the names of their attributes. */
type LongTexts = { [attribute: string]: unknown };

/** A longer text stands beside the packed one, so that a reader who does not need it need not decode it. */
const longText = 1024;
const isOutside = "~@";
const unknown = "#";

/** Whether a name is `#<column>` and not the id of a field. */
export const isColumn = (name: string): boolean => name.startsWith(unknown);
/** The column of such a name. */
export const columnIn = (name: string): number => Number(name.slice(unknown.length));

/** How a packed text names a field. */
export const packedName = (id: string, { numbers }: Columns): number | string =>
  numbers.get(id) ?? (isColumn(id) ? columnIn(id) : id);

/** The attribute of a long text. */
export const longTextOf = (column: number): string => `text${column}`;
/** Whether an attribute holds a long text. */
export const isLongText = (attribute: string): boolean => /^text\d+$/.test(attribute);

/** The packed text of a record, and its long texts. */
export function packRecord(
  record: { [member: string]: unknown },
  columns: Columns,
): { text: string; long: LongTexts } {
  const { createdTime, createdBy, lastModifiedTime, lastModifiedBy, cells } = record;
  const long: LongTexts = {};
  const list: unknown[] = [
    timeIn(createdTime) ?? createdTime ?? null,
    createdBy ?? null,
    timeIn(lastModifiedTime) ?? lastModifiedTime ?? null,
    lastModifiedBy ?? null,
  ];
  for (const [id, cell] of Object.entries(cells ?? {})) {
    if (cell === undefined) continue;
    const column = packedName(id, columns);
    if (typeof cell !== "string") list.push(column, cell);
    else if (typeof column === "number" && cell.length > longText) {
      long[longTextOf(column)] = cell;
      list.push(column, isOutside);
    } else list.push(column, packText(cell));
  }
  return { text: JSON.stringify(list), long };
}

export const parsePacked = (cells: unknown): Packed => JSON.parse(String(cells));

/** Where the cells of a packed text begin, each with its column and its value. */
export const firstCell = 4;

/** The cells of a packed text; with `wanted`, only of these fields. `miss` is called for each column that is not known. */
export function unpackCells(
  list: Packed,
  { ids }: Columns,
  long: LongTexts,
  wanted?: ReadonlySet<string>,
  miss?: () => void,
): { [fieldId: string]: unknown } {
  const cells: { [fieldId: string]: unknown } = {};
  for (let i = firstCell; i < list.length; i += 2) {
    const column = list[i];
    let id = typeof column === "number" ? ids[column] : String(column);
    if (id === undefined) {
      miss?.();
      id = unknown + column;
    }
    if (wanted && !wanted.has(id)) continue;
    const packed = list[i + 1];
    const cell =
      typeof packed === "string" && packed.startsWith("~") ? unpackText(packed, column, long) : packed;
    if (cell !== undefined) cells[id] = cell;
  }
  return cells;
}

/** The other members of a record that a packed text has. */
export const unpackMembers = ([createdTime, createdBy, lastModifiedTime, lastModifiedBy]: Packed) => ({
  createdTime: textOf(createdTime),
  createdBy: textOf(createdBy),
  lastModifiedTime: textOf(lastModifiedTime),
  lastModifiedBy: textOf(lastModifiedBy),
});

const timeLength = 24;

/** Milliseconds since 1970 of a time as we write it; undefined for anything else. */
function timeIn(value: unknown): number | undefined {
  if (typeof value !== "string" || value.length !== timeLength || !value.endsWith("Z")) return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) || new Date(ms).toISOString() !== value ? undefined : ms;
}

function textOf(packed: unknown): string | undefined {
  if (packed === null) return undefined;
  return typeof packed === "number" ? isoOf(packed) : String(packed);
}

/**
 * The last times as text: many records of a table have the same, such as that of an import, or the midnight of a day. One text for all of
 * them also spares the garbage collector.
 */
const times = new Map<number, string>();
const mostTimes = 4096;

function isoOf(time: number): string {
  let text = times.get(time);
  if (text === undefined) {
    if (times.size >= mostTimes) times.clear();
    text = new Date(time).toISOString();
    times.set(time, text);
  }
  return text;
}

/** A text as it stands in a packed text; for a long one see above. */
export function packText(text: string): string {
  if (text.startsWith("~")) return `~${text}`;
  const ms = timeIn(text);
  return ms === undefined ? text : `~${ms.toString(36)}`;
}

/** What a text that begins with "~" stands for. */
export function unpackText(packed: string, column?: unknown, long?: LongTexts): unknown {
  if (packed.startsWith("~~")) return packed.slice(1);
  if (packed === isOutside) return long?.[longTextOf(Number(column))];
  return isoOf(Number.parseInt(packed.slice(1), 36));
}
