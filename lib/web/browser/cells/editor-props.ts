/* What all editors of cells have. */
import type { Field } from "#lib/schemas/tables/field";

/** Where the focus goes after an editor has ended; `away`: it left by itself. */
export type FocusMove = "down" | "up" | "right" | "left" | "stay" | "away";

export interface EditorProps {
  baseId: string;
  tableId: string;
  recordId: string;
  field: Field;
  /** As answers have it (`cellFormat=json`). */
  value: unknown;
  /** What was typed to open it: it replaces the value. */
  initial?: string | undefined;
  /** Ends it. Without a change the cell stays as it is. */
  done: (move: FocusMove, change?: { value: unknown }) => void;
}
