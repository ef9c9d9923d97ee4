/*
 * A block: the records of one part, column by column, in memory.
 *
 *   ids      rec…1   rec…2   rec…3          in the order of their numbers
 *   fldName  Amy     Bob                    no cell is `undefined`
 *   fldKind  chos1   chos1   chos2          equal short texts are one text
 *
 * To read two cells of each record costs some hundred nanoseconds a record; to read and parse their items takes ten microseconds.
 */
import type { RecordItem } from "#lib/data/records/records";
import { findStart } from "#lib/engine/values/find-start";
import { autoNumberOf, type RecordId } from "#lib/schemas/basics/ids";
import { estimateJson } from "#lib/schemas/basics/json-length";
import { isObject } from "#lib/schemas/basics/object";
import type { Item } from "#lib/store/store";
import type { Needed } from "./remembered.ts";

/** The members of a record that a block keeps beside its cells. */
const keptMembers = [
  ...(["createdTime", "createdBy", "lastModifiedTime", "lastModifiedBy"] as const),
  ...(["moved", "shapes", "more", "carried"] as const),
];
const kept: ReadonlySet<string> = new Set([...keptMembers, "id", "autoNumber"]);

/** The values of a field, or of a member, for each record. */
type Column = unknown[];

export interface Block {
  readonly pk: string;
  /** In ascending order. */
  readonly ids: RecordId[];
  readonly numbers: number[];
  /** The places of records that do not exist any longer. */
  readonly gone: Set<number>;
  readonly columns: Map<string, Column>;
  /** The fields of which some cells are long texts: these are not kept. */
  readonly long: Set<string>;
  /** For each column, the short texts that it had first. */
  readonly texts: Map<string, Map<string, string>>;
  /** How much memory it takes, about. */
  bytes: number;
}

export const makeBlock = (pk: string): Block => ({
  ...{ pk, ids: [], numbers: [], gone: new Set(), columns: new Map() },
  ...{ long: new Set(), texts: new Map(), bytes: 0 },
});

/** Whether a block has all that is needed of its records. */
export const hasNeeded = ({ long }: Block, { cells, members }: Needed): boolean =>
  members.every((name) => kept.has(name)) && (long.size === 0 || ![...long].some((id) => cells.has(id)));

/** Puts records into a block, new ones or in the place of what they were. Gives a new block if the places of others change. */
export function putIntoBlock(block: Block, records: readonly RecordItem[]): Block {
  let into = block;
  for (const record of records) {
    const last = into.ids.at(-1);
    const row = last === undefined || record.id > last ? into.ids.length : findRow(into, record.id);
    if (into.ids[row] === record.id) clearRow(into, row);
    else {
      if (row < into.ids.length) into = makeRoom(into, row, record.id);
      into.ids[row] = record.id;
      into.numbers[row] = autoNumberOf(record.id);
      into.bytes += perRecord;
    }
    into.gone.delete(row);
    setRow(into, row, record);
  }
  return into;
}

/** Takes a record out of a block, if it is in it. */
export function takeOutOfBlock(block: Block, id: string): void {
  const row = findRow(block, id);
  if (block.ids[row] === id) block.gone.add(row);
}

/** An id, a number and an object of which the columns keep nothing. */
const perRecord = 60;

/** The place of an id, or the one that it would have. */
const findRow = ({ ids }: Block, id: string): number => findStart(ids, (each) => each >= id);

/** A copy with an empty row: who reads the block now goes on with the rows as they were. */
function makeRoom(block: Block, row: number, id: RecordId): Block {
  const columns = [...block.columns].map(
    ([name, column]) => [name, column.toSpliced(row, 0, undefined)] as const,
  );
  return {
    ...block,
    ids: block.ids.toSpliced(row, 0, id),
    numbers: block.numbers.toSpliced(row, 0, 0),
    gone: new Set([...block.gone].map((each) => (each < row ? each : each + 1))),
    columns: new Map(columns),
  };
}

function clearRow({ columns }: Block, row: number): void {
  for (const column of columns.values()) if (row < column.length) column[row] = undefined;
}

function setRow(block: Block, row: number, record: RecordItem): void {
  for (const [id, cell] of Object.entries(record.cells)) {
    if (typeof cell === "string" && cell.length > longest) block.long.add(id);
    else setValue(block, id, row, cell);
  }
  for (const name of keptMembers) if (record[name] !== undefined) setValue(block, name, row, record[name]);
}

/** A longer text is not kept. */
const longest = 1024;

function setValue(block: Block, name: string, row: number, value: unknown): void {
  let column = block.columns.get(name);
  if (!column) {
    column = [];
    block.columns.set(name, column);
  }
  // without holes
  while (column.length < row) column.push(undefined);
  column[row] = typeof value === "string" ? shareText(block, name, value) : freeze(value);
  block.bytes += 8 + (isObject(value) || Array.isArray(value) ? perJson * estimateJson(value) : 0);
}

/** An object takes some times the memory of its JSON. */
const perJson = 4;

/** Texts that are shared: choices, dates, names that many records have. */
const mostShared = 256;
const mostCharacters = 64;

function shareText(block: Block, name: string, text: string): string {
  let shared = block.texts.get(name);
  if (!shared) {
    shared = new Map();
    block.texts.set(name, shared);
  }
  const known = shared.get(text);
  if (known !== undefined) return known;
  if (shared.size < mostShared && text.length <= mostCharacters) shared.set(text, text);
  block.bytes += 32 + text.length;
  return text;
}

/** What many readers are given must not be changed by one of them. */
function freeze(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(value)) freeze(each);
  return Object.freeze(value);
}

/** Gives the record of a row, with what is needed of it but not its version; undefined if it does not exist. */
export function makeRowReader(
  block: Block,
  { cells, members, carrying }: Needed,
): (row: number) => RecordItem | undefined {
  const { pk, ids, numbers, gone, columns } = block;
  const columnsOf = (names: Iterable<string>) =>
    [...names].flatMap((name) => {
      const values = columns.get(name);
      return values ? [{ name, values }] : [];
    });
  const ofCells = columnsOf(cells);
  const ofMembers = columnsOf(carrying.length > 0 ? [...members, "carried"] : members);
  return (row) => {
    if (gone.size > 0 && gone.has(row)) return undefined;
    const found: { [name: string]: unknown } = {};
    for (const { name, values } of ofCells) {
      const value = values[row];
      if (value !== undefined) found[name] = value;
    }
    const id = ids[row];
    if (id === undefined) return undefined;
    const record: Item = {
      pk,
      sk: id,
      entity: "record",
      version: 0,
      id,
      autoNumber: numbers[row],
      cells: found,
    };
    for (const { name, values } of ofMembers) {
      const value = values[row];
      if (value !== undefined) record[name] = value;
    }
    return record as RecordItem;
  };
}
