/*
 * Indexes: the records of a table in an order, as entries that lead to them. So a page in that order costs what it shows.
 *
 *  entity  pk                           sk             cost
 *  index   TABLE#<table>                INDEX#<index>  part of the schema: the order, its state and basis
 *  entry   INDEX#<table>#<index>#<0–3>  …              <key of the cells><record><token>: leads to a record. No attributes; 1 WCU, no commit touches it
 *  entry   INDEX#<table>#<index>#waits  waits…         the same for a record that does not carry yet what the order looks up
 *
 * An entry says where to look, the record says whether it counts: only the entry with the token that the record names does
 * (`ix`: { <index>: token, and the group if it is counted }). So entries are written before the commit
 * of their record and removed after it, without conditions, and may be written or removed late.
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
/** Keys that only grow, such as dates, meet as many partitions: 4,000 entries a second. */
const stripes = 4;
const partKey = (tableId: TableId, index: string, stripe: number) =>
  `${entryParts}${tableId}#${index}#${stripe}`;

/** The ranges of all entries of an index; those of empty cells begin with U+0001. */
export const entriesOf = (tableId: TableId, index: string): { pk: string; from: string }[] =>
  Array.from({ length: stripes }, (_, stripe) => ({ pk: partKey(tableId, index, stripe), from: "\u0001" }));

/** In place of the key of a record whose cells do not say its place yet (live-indexes.ts). Keys of cells have another end. */
export const waitingKey = "waits";
/** The range of all entries that wait. */
export const waitingOf = (tableId: TableId, index: string): { pk: string } => ({
  pk: `${entryParts}${tableId}#${index}#waits`,
});

/** The ranges of all entries, with those that wait. */
export const allEntriesOf = (tableId: TableId, index: string): { pk: string; from: string }[] => [
  ...entriesOf(tableId, index),
  { ...waitingOf(tableId, index), from: waitingKey },
];

export const tokenLength = 6;
/** Of the entries that were made for records that no call has written since: these records name none. */
export const noToken = "-".repeat(tokenLength);

/** An entry, as its key says it. */
export interface Entry {
  /** The key of the cells. */
  key: string;
  id: RecordId;
  token: string;
}

/** The token of the entry that a record names in an index. */
export const tokenIn = ({ ix }: Pick<RecordItem, "ix">, index: string): string =>
  ix?.[index]?.slice(0, tokenLength) ?? noToken;

/** Whether writers keep it, or its job makes it. */
export const isKept = ({ state }: IndexItem): boolean => state === "building" || state === "ready";

/** Spreads numbers evenly, also those of every fourth record: what is made in turns is filtered by its kind. */
const stripeOf = (autoNumber: number): number => Math.imul(autoNumber, 0x9e3779b1) >>> (32 - 2);

/** The item of an entry. */
export const entryItem = (tableId: TableId, index: string, { key, id, token }: Entry): Item => ({
  pk: key === waitingKey ? waitingOf(tableId, index).pk : partKey(tableId, index, stripeOf(autoNumberOf(id))),
  sk: `${key}${shortRecordId(id)}${token}`,
  entity: "entry",
  version: 1,
});

/** The entry of an item. */
export function readEntry({ sk }: Pick<Item, "sk">): Entry {
  const end = sk.length - tokenLength;
  const start = end - recordIdLength;
  return { key: sk.slice(0, start), id: recordIdOf(sk.slice(start, end)), token: sk.slice(end) };
}

/** The sort key behind all entries of the record with this number at this place. Ids and tokens have no character as high as `~`. */
export const startBehind = (key: string, autoNumber: number): string =>
  `${key}${shortRecordId(recordIdStart(autoNumber))}~`;
