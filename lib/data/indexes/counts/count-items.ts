/*
 * Counts of an index: how many records it has in all, or in each group. They are exact at any time, and writers never wait for each other.
 *
 *  entity            pk                               sk    cost
 *  sums              INDEX#<table>#<index>#sums       SUMS  the count of each group, without the notes that are not added yet. 2 WCU for each
 *                                                           KB when notes are added (folded)
 *  countNote, entry  INDEX#<table>#<index>#note<0–3>  …     <token><k>: what one commit changes, for each record its group before and after. 1 WCU a call of few records
 *
 * A note is stored before its commit, like an entry. It counts if the commit happened, which the records show (read-cut.ts). Folding adds
 * notes to the sums and removes them, in one transaction (fold-counts.ts).
 */

import { createHash } from "node:crypto";
import type { RecordItem } from "#lib/data/records/records";
import type { Identity } from "#lib/engine/query/group-points";
import { autoNumberOf, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import type { Item, Key } from "#lib/store/store";
import { entryParts, tokenLength } from "../index-items.ts";

/** A group: its values in the fields by which the index groups. Without such fields there is one group of all records. */
export interface GroupPath {
  /** Of the identities. */
  id: string;
  identities: Identity[];
  /** Sorts groups. */
  key: string;
  /** One cell for each field as an example of the group; null for an empty cell. */
  cells: unknown[];
}
export type Counted = GroupPath & { count: number };

/** How a commit changes a record: the token that the record named before, and its group before and after; "" for none. */
export type Move = [id: RecordId, before: string, from: string, to: string];

export interface SumsItem extends Item {
  /** While `makeIndex` runs: records with higher numbers are not counted yet, and notes about them do not count. */
  at: number;
  /** JSON of `Counted[]`. */
  groups: string;
  /** Why the index has no counts until it is made again: it has too many groups, or the counts do not fit the records. */
  isGivenUp?: "too many groups" | "wrong";
}

export interface CountNote extends Item {
  /** When it was stored, ISO 8601 UTC. */
  time: string;
  token: string;
  /** The note is part of its commit, so it counts. Such notes are about deleted records only, because these can no longer name a token. */
  isSure?: true;
  /**
   * When it was added to the sums, ISO 8601 UTC. It is kept for a while without its moves: if the request that stored it is repeated late,
   * it is refused.
   */
  foldedTime?: string;
  /** JSON of `Move[]`. */
  moves: string;
  /** JSON of `GroupPath[]`: the groups to which records move. */
  paths: string;
}

const idLength = 8;

/** The id of a group, which records name. `key` is part of it if cells of one group can have several keys. */
export const pathIdOf = (identities: Identity[], key?: string): string =>
  createHash("sha256")
    .update(JSON.stringify(key === undefined ? identities : [...identities, key]))
    .digest("base64url")
    .slice(0, idLength);

const stripes = 4;
const notePart = (tableId: TableId, index: string, stripe: number) =>
  `${entryParts}${tableId}#${index}#note${stripe}`;

/** The partitions of the notes of an index. */
export const notePartsOf = (tableId: TableId, index: string): { pk: string }[] =>
  Array.from({ length: stripes }, (_, stripe) => ({ pk: notePart(tableId, index, stripe) }));

export const sumsKey = (tableId: TableId, index: string): Key => ({
  pk: `${entryParts}${tableId}#${index}#sums`,
  sk: "SUMS",
});

export const sumsRange = (tableId: TableId, index: string): { pk: string } => {
  const { pk } = sumsKey(tableId, index);
  return { pk };
};

/** Only some notes wake the consumer that folds. */
const isHeard = (token: string) => token.charCodeAt(0) % 8 === 0;

/** The k-th note of a commit. */
export function noteItem(
  [tableId, index]: [TableId, string],
  token: string,
  k: string,
  { moves, paths, isSure, time }: { moves: Move[]; paths: GroupPath[]; isSure: boolean; time: string },
): CountNote {
  const [[id] = ["" as RecordId]] = moves;
  return {
    pk: notePart(tableId, index, autoNumberOf(id) % stripes),
    sk: `${token}${k}`,
    entity: isHeard(token) ? "countNote" : "entry",
    version: 1,
    ...{ time, token, ...(isSure && { isSure }) },
    moves: JSON.stringify(moves),
    paths: JSON.stringify(paths),
  };
}

/** The token that a record names, and the group in which it was counted ("" for none; undefined if the name has no group). */
export function readName(
  record: Pick<RecordItem, "ix"> | undefined,
  index: string,
): { token: string; path: string | undefined } {
  const name = record?.ix?.[index];
  return name === undefined
    ? { token: "", path: undefined }
    : { token: name.slice(0, tokenLength), path: name.slice(tokenLength) };
}
