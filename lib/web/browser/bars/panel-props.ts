/* What each dialog of the bars gets. */
import type { Field } from "#lib/schemas/tables/field";
import type { View } from "#lib/schemas/tables/view";
import type { BarChange } from "./list-query.ts";

export interface PanelProps {
  baseId: string;
  /** As this window shows it. */
  view: View;
  fields: readonly Field[];
  /** Whether what is set is written to the view. */
  isKept: boolean;
  change: (wanted: BarChange) => Promise<void>;
  close: () => void;
  /** The field that it was opened for. */
  fieldId?: string | undefined;
}

/** A dialog of the bars. */
export type PanelName = "fields" | "filter" | "group" | "sort";

export interface AskedPanel {
  name: PanelName;
  /** A condition of this field is added at once. */
  fieldId?: string;
}
