/* What a base says of its changes: the answer of `GET /base/{baseId}/changes`, and the same by a socket or from another tab. */
import type { ClientRecord, UntypedCells } from "../rows.ts";

interface ChangedThing {
  tableId: string;
  /** Rises with each change of the thing. A change that comes again, or late, has a version that is not higher. */
  version: number;
  /** The id of the user. */
  by?: string;
}

/**
 * A record has at least this version now. `record.moved`: only its place in the order of a view is another one. With `records: "cells"` there is one
 * change for each record, and the type says whether it is there now.
 */
export interface RecordChanged extends ChangedThing {
  type: "record.created" | "record.updated" | "record.deleted" | "record.moved";
  recordId: string;
  /** The fields whose cells changed. */
  fieldIds?: string[];
  /** The service changed it: a lookup or a formula followed another cell. */
  computed?: true;
  /** With `records: "cells"`, unless it is deleted: the record as it is now, by the ids of fields. */
  record?: ClientRecord<UntypedCells>;
}

/** More changes of a table than are worth a list: read the table again. */
export interface ManyChanges {
  type: "table.many";
  tableId: string;
}

/** Cells of the field may look different: read its table again. */
export interface FieldChanged extends Omit<ChangedThing, "version"> {
  type: "field.created" | "field.updated" | "field.deleted";
  fieldId: string;
  /** Absent with `computed`. */
  version?: number;
  /** The field itself did not change: it shows a field of another table that did. */
  computed?: true;
}

export interface ViewChanged extends ChangedThing {
  type: "view.created" | "view.updated" | "view.deleted";
  viewId: string;
}

export interface CommentChanged extends ChangedThing {
  type: "comment.created" | "comment.updated" | "comment.deleted";
  recordId: string;
  commentId: string;
}

export interface TableChanged extends ChangedThing {
  type: "table.created" | "table.updated" | "table.deleted";
}

/** The base itself, or its members: who they are, or the name or picture of one. */
export interface BaseChanged {
  type: "base.updated" | "members.updated";
}

export type WatchedChange =
  | RecordChanged
  | ManyChanges
  | FieldChanged
  | ViewChanged
  | CommentChanged
  | TableChanged
  | BaseChanged;

/** What is after a cursor. */
export interface ChangesAnswer {
  changes: WatchedChange[];
  /** The place after these changes. */
  cursor: string;
  /** There is more at once. */
  more: boolean;
  /** The place is too old: everything must be read again. */
  reset: boolean;
}

/** The same without asking. A hint that is too long for a socket has no changes. */
export interface HeardChanges extends Omit<ChangesAnswer, "changes"> {
  /** The cursor that the changes follow. */
  from: string;
  changes?: WatchedChange[];
}

/** What is asked for. */
export interface AskedFor {
  records: "ids" | "cells";
  /** Undefined for all. */
  tableIds: readonly string[] | undefined;
}

/** What is asked of the changes of a base. */
export type ChangesQuestion = Partial<AskedFor> & { since?: string | undefined };

/** The most tables that the server takes in one question. */
export const mostTables = 200;

/** What the server is asked for, so that these tables are in it. What cannot be said to it (none, or more than it takes) is all tables: who asks then leaves out the others. */
export const chooseTables = (tableIds: readonly string[] | undefined): readonly string[] | undefined =>
  tableIds && tableIds.length > 0 && tableIds.length <= mostTables ? tableIds : undefined;

/** The path of a request for changes. */
export function changesPath(baseId: string, { since, records, tableIds = [] }: ChangesQuestion): string {
  const query = new URLSearchParams();
  if (since !== undefined) query.set("since", since);
  if (records !== undefined) query.set("records", records);
  for (const id of tableIds) query.append("tableIds[]", id);
  return `/base/${encodeURIComponent(baseId)}/changes?${query}`;
}

/** Where a person looks. */
export interface WatchPlace {
  tableId: string;
  viewId: string;
  recordId?: string | undefined;
  fieldId?: string | undefined;
}

/** Who looks at a view now, this connection among them. At most 25 are listed. */
export interface WatchPresence {
  viewId: string;
  people: {
    /** The id of the user. */
    userId: string;
    /** A person has one for each window. */
    connection: string;
    recordId?: string;
    fieldId?: string;
  }[];
}
