/* What the grid reads of answers. */
export interface GridRow {
  id: string;
  /** The text of the primary cell. */
  name: string;
  /** By the ids of their fields; empty cells are absent. */
  fields: { [fieldId: string]: unknown };
}

export interface GridPage {
  records: GridRow[];
  nextCursor: string | null;
}
