/*
 * The changed cells of a history item in few bytes: one text, with columns and values as in packed records (packed-record.ts). For each
 * cell, with null where it was or is empty:
 *
 *   [column, before, after]            [column, before, after, shapes or 0, 1 if it is cut]
 */
import { type Columns, packedName, packText, unpackText } from "./packed-record.ts";

/** A changed cell; which cells there are knows the engine (lib/engine/cells/changed-cells.ts). */
interface Changed {
  fieldId: string;
  before?: unknown;
  after?: unknown;
  isCut?: true;
  shapes?: [before: number, after: number];
}

type Packed = [column: number | string, before: unknown, after: unknown, shapes?: unknown, isCut?: 1];

/** A change as a history item has it. Those of items from before are not packed. */
export type PackedChange<Each> = Each | Packed;

/** The changes of a record as packed texts, in their order; each text has at most so many bytes, or only one change. */
export function packHistory(changes: readonly Changed[], columns: Columns, bytes: number): string[] {
  const texts: string[] = [];
  let room = 0;
  for (const change of changes) {
    const text = packChange(change, columns);
    const length = Buffer.byteLength(text) + 1;
    const isFull = length > room;
    if (isFull) room = bytes - 1;
    texts.push(isFull ? text : `${texts.pop()},${text}`);
    room -= length;
  }
  return texts.map((text) => `[${text}]`);
}

function packChange({ fieldId, before, after, shapes, isCut }: Changed, columns: Columns): string {
  const packed: Packed = [packedName(fieldId, columns), packCell(before), packCell(after)];
  if (shapes || isCut) packed.push(shapes ?? 0);
  if (isCut) packed.push(1);
  return JSON.stringify(packed);
}

/** The changes of a history item, each to be unpacked by `unpackChange`. */
export const parseChanges = <Each>(changes: string | readonly Each[]): readonly PackedChange<Each>[] =>
  typeof changes === "string" ? JSON.parse(changes) : changes;

/** A change with the id of its field; undefined if its column is none of these. */
export function unpackChange<Each extends Changed>(
  change: PackedChange<Each>,
  columns: readonly string[],
): Each | undefined {
  if (!Array.isArray(change)) return change;
  const [column, before, after, shapes, isCut] = change;
  const fieldId = typeof column === "number" ? columns[column] : column;
  if (fieldId === undefined) return undefined;
  const unpacked = {
    fieldId,
    ...(before !== null && { before: unpackCell(before) }),
    ...(after !== null && { after: unpackCell(after) }),
    ...(shapes ? { shapes } : {}),
    ...(isCut && { isCut: true }),
  };
  return unpacked as Each;
}

const packCell = (cell: unknown): unknown => (typeof cell === "string" ? packText(cell) : (cell ?? null));

const unpackCell = (packed: unknown): unknown =>
  typeof packed === "string" && packed.startsWith("~") ? unpackText(packed) : packed;
