/*
 * An index is a list of entries that name the records of a table in some order. So a page in that order only reads the records that it shows.
 *
 *  entity  pk                           sk             cost
 *  index   TABLE#<table>                INDEX#<index>  part of the schema: the order, its state and basis
 *  entry   INDEX#<table>#<index>#<0–3>  …              <key of the cells><record><token>: names a record. No attributes; 1 WCU; written outside of commits
 *  entry   INDEX#<table>#<index>#waits  waits…         the same for a record that does not carry yet the cells that the order looks up
 *
 * An entry counts only if the record names its token (`ix`: { <index>: the token, and the group if groups are counted }). So entries are
 * written before the commit of their record and removed after it, without conditions; a late write or removal does no harm.
 *
 * commit-with-entries.ts writes entries. lib/data/query/indexed reads them: choose-index.ts, then read-indexed.ts.
 */
import type { RecordItem } from "#lib/data/records/records";
import type { IndexItem } from "#lib/data/schema/table-schema";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import {
  autoNumberOf,
  recordIdLength,
  recordIdOf,
  recordIdStart,
  shortRecordId,
} from "#lib/schemas/basics/ids";
import type { Item, Key } from "#lib/store/store";

export const indexKey = (tableId: TableId, id: string): Key => ({
  pk: `TABLE#${tableId}`,
  sk: `INDEX#${id}`,
});

/** The prefix of the partition keys of all entries. */
export const entryParts = "INDEX#";
/** Keys that only grow, for example dates, are spread over so many partitions: 4,000 entries a second. */
const stripes = 4;
const partKey = (tableId: TableId, index: string, stripe: number) =>
  `${entryParts}${tableId}#${index}#${stripe}`;

/** The ranges of all entries of an index, without those that wait; entries of empty cells begin with U+0001. */
export const entriesOf = (tableId: TableId, index: string): { pk: string; from: string }[] =>
  Array.from({ length: stripes }, (_, stripe) => ({ pk: partKey(tableId, index, stripe), from: "\u0001" }));

/** The key of a record that does not carry yet the cells that decide its place (live-indexes.ts). Keys of cells end otherwise. */
export const waitingKey = "waits";
/** The range of the entries that wait. */
export const waitingOf = (tableId: TableId, index: string): { pk: string } => ({
  pk: `${entryParts}${tableId}#${index}#waits`,
});

/** The ranges of all entries, including those that wait. */
export const allEntriesOf = (tableId: TableId, index: string): { pk: string; from: string }[] => [
  ...entriesOf(tableId, index),
  { ...waitingOf(tableId, index), from: waitingKey },
];

export const tokenLength = 6;
/** The token of entries that makeIndex writes for existing records: these name no token until a call writes them. */
export const noToken = "-".repeat(tokenLength);

/** An entry, read from its key. */
export interface Entry {
  /** The key of the cells. */
  key: string;
  id: RecordId;
  token: string;
}

/** The token of the entry that a record names in an index; `noToken` if it names none. */
export const tokenIn = ({ ix }: Pick<RecordItem, "ix">, index: string): string =>
  ix?.[index]?.slice(0, tokenLength) ?? noToken;

/** Whether the index is in use: writers keep it, or its job is making it. */
export const isKept = ({ state }: IndexItem): boolean => state === "building" || state === "ready";

/** Spreads numbers evenly, even if only every fourth number occurs. */
const stripeOf = (autoNumber: number): number => Math.imul(autoNumber, 0x9e3779b1) >>> (32 - 2);

/** The item of an entry. */
export const entryItem = (tableId: TableId, index: string, { key, id, token }: Entry): Item => ({
  pk: key === waitingKey ? waitingOf(tableId, index).pk : partKey(tableId, index, stripeOf(autoNumberOf(id))),
  sk: `${key}${shortRecordId(id)}${token}`,
  entity: "entry",
  version: 1,
});

/** Reads an entry from its item. */
export function readEntry({ sk }: Pick<Item, "sk">): Entry {
  const end = sk.length - tokenLength;
  const start = end - recordIdLength;
  return { key: sk.slice(0, start), id: recordIdOf(sk.slice(start, end)), token: sk.slice(end) };
}

/** The sort key after all entries of the record with this number at this place. Ids and tokens have no character as high as `~`. */
export const startBehind = (key: string, autoNumber: number): string =>
  `${key}${shortRecordId(recordIdStart(autoNumber))}~`;
