/* The dialogs of the bars. Each changes a draft, which is applied as a whole. */
import type { JSX } from "preact";
import { FieldsPanel } from "./fields-panel.tsx";
import { FilterPanel } from "./filter-panel.tsx";
import { GroupPanel, SortPanel } from "./order-panel.tsx";
import type { PanelName, PanelProps } from "./panel-props.ts";

const panels: Record<PanelName, (props: PanelProps) => JSX.Element> = {
  fields: FieldsPanel,
  filter: FilterPanel,
  group: GroupPanel,
  sort: SortPanel,
};

export function Panel({ asked, ...props }: PanelProps & { asked: PanelName }) {
  const Asked = panels[asked];
  return <Asked {...props} />;
}
