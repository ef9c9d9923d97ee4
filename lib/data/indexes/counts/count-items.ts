/*
 * Counts of an index: how many records it has, in all or in each group. They are exact at any time, and no write waits for another.
 *
 *  entity            pk                               sk    cost
 *  sums              INDEX#<table>#<index>#sums       SUMS  the count of each group, without the open notes. 1 WCU for each KB when notes are folded, twice
 *  countNote, entry  INDEX#<table>#<index>#note<0–3>  …     <token><k>: what one commit changes, for each record its group before and after. 1 WCU a call of few records
 *
 * A note is stored before its commit, like an entry; it counts if the commit happened, and the records say so (read-cut.ts). Folding adds notes
 * to the sums and removes them in one transaction (fold-counts.ts).
 */

import { createHash } from "node:crypto";
import type { RecordItem } from "#lib/data/records/records";
import type { Identity } from "#lib/engine/query/group-points";
import { autoNumberOf, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import type { Item, Key } from "#lib/store/store";
import { entryParts, tokenLength } from "../index-items.ts";

/** A group: its values in the fields that the index groups by; without such fields all records are one. */
export interface GroupPath {
  /** Of the identities. */
  id: string;
  identities: Identity[];
  /** Sorts groups. */
  key: string;
  /** Examples of cells; null for an empty one. */
  cells: unknown[];
}
export type Counted = GroupPath & { count: number };

/** What a commit does to a record: the token that it named before, its group before and after; "" for none. */
export type Move = [id: RecordId, before: string, from: string, to: string];

export interface SumsItem extends Item {
  /** Records with higher numbers are not counted yet, nor are the notes of them: `makeIndex` is on its way. */
  at: number;
  /** JSON of `Counted[]`. */
  groups: string;
  /** Why nothing is counted until the index is made anew: there are too many groups, or they do not fit the records. */
  isGivenUp?: "too many groups" | "wrong";
}

export interface NoteItem extends Item {
  /** When it was stored, ISO 8601 UTC. */
  time: string;
  token: string;
  /** It is part of its commit, so it counts. Such notes have deleted records only: no record can say that they count. */
  isSure?: true;
  /**
   * When it was added to the sums, ISO 8601 UTC. It stays for a while without its moves: a request that stores it and was delayed on its way
   * finds it, and is refused.
   */
  foldedTime?: string;
  /** JSON of `Move[]`. */
  moves: string;
  /** JSON of `GroupPath[]`: the groups that records come into. */
  paths: string;
}

const idLength = 8;

/** The id of a group, which records name; by its key too where cells of one group can be shown in several ways. */
export const pathIdOf = (identities: Identity[], key?: string): string =>
  createHash("sha256")
    .update(JSON.stringify(key === undefined ? identities : [...identities, key]))
    .digest("base64url")
    .slice(0, idLength);

const stripes = 4;
const notePart = (tableId: TableId, index: string, stripe: number) =>
  `${entryParts}${tableId}#${index}#note${stripe}`;

/** The partitions of all notes of an index. */
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

/** Some notes are events: then a consumer folds. */
const isHeard = (token: string) => token.charCodeAt(0) % 8 === 0;

/** The k-th note of a commit. */
export function noteItem(
  [tableId, index]: [TableId, string],
  token: string,
  k: string,
  { moves, paths, isSure, time }: { moves: Move[]; paths: GroupPath[]; isSure: boolean; time: string },
): NoteItem {
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

/** The token that a record names, and the group that it was counted in; "" for none, undefined if the record names none. */
export function readName(
  record: Pick<RecordItem, "ix"> | undefined,
  index: string,
): { token: string; path: string | undefined } {
  const name = record?.ix?.[index];
  return name === undefined
    ? { token: "", path: undefined }
    : { token: name.slice(0, tokenLength), path: name.slice(tokenLength) };
}
