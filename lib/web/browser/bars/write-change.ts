/* Writes to a view what a bar or a header changes of it. */
import type { View } from "#lib/schemas/tables/view";
import { callApi } from "../call.ts";
import { columnShown } from "./left-out.ts";
import type { BarChange } from "./list-query.ts";
import type { AskedPanel } from "./panel-props.ts";

/** The calls that write it; each is a step to undo. */
export async function writeChange(path: string, view: Pick<View, "type">, change: BarChange): Promise<void> {
  const { filter, sort, group, hidden = {}, columns = {}, options } = change;
  if (filter !== undefined) await callApi("PUT", `${path}/filter`, { filter });
  if (sort !== undefined) await callApi("PUT", `${path}/sort`, { sort });
  if (group !== undefined) await callApi("PUT", `${path}/group`, { group });
  const changed = [...new Set([...Object.keys(hidden), ...Object.keys(columns)])].map((fieldId) => {
    const isLeftOut = hidden[fieldId];
    const columnMeta = { ...columns[fieldId], ...(isLeftOut !== undefined && columnShown(view, isLeftOut)) };
    return { fieldId, columnMeta };
  });
  if (changed.length > 0) await callApi("PUT", `${path}/column-meta`, changed);
  if (options) await callApi("PATCH", `${path}/options`, { options });
}

/** What a drawn view may do to the view, and to the bars above it. */
export interface ViewChanges {
  change: (wanted: BarChange) => Promise<void>;
  /** Reads views and fields again. */
  refresh: () => Promise<void>;
  /** Whether what is changed is written to the view; otherwise it holds in this window. */
  isKept: boolean;
  openPanel: (asked: AskedPanel) => void;
}
