/* The dialogs of the bars. Each changes a draft, which is applied as a whole. */
import { FieldsPanel } from "./fields-panel.tsx";
import { FilterPanel } from "./filter-panel.tsx";
import { GroupPanel, SortPanel } from "./order-panel.tsx";
import type { PanelProps } from "./panel-props.ts";

const panels = { fields: FieldsPanel, filter: FilterPanel, group: GroupPanel, sort: SortPanel };
export type PanelName = keyof typeof panels;

export function Panel({ asked, ...props }: PanelProps & { asked: PanelName }) {
  const Asked = panels[asked];
  return <Asked {...props} />;
}
