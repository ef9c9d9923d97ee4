/* What the grid reads of answers: cells are appTexts, as a person reads them. */
export interface GridRow {
  id: string;
  /** By the ids of their fields; empty cells are absent. */
  fields: { [fieldId: string]: string };
}

export interface GridPage {
  records: GridRow[];
  nextCursor: string | null;
}
