/* What the grid reads of answers. */
export interface GridRow {
  id: string;
  /** The text of the primary cell. */
  name: string;
  /** By the ids of their fields; empty cells are absent. */
  fields: { [fieldId: string]: unknown };
  /** ISO 8601; absent until it is changed. */
  lastModifiedTime?: string;
}

/** Whether a record is in an earlier state than it is known in: answers overtake each other. */
export const isOlderThan = (known: GridRow, row: GridRow): boolean =>
  (row.lastModifiedTime ?? "") < (known.lastModifiedTime ?? "");

export interface GridPage {
  records: GridRow[];
  nextCursor: string | null;
}
