/* A view with the bars above it: which of its records and fields are shown, and in which order. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { Base } from "#lib/schemas/tables/base";
import type { Field } from "#lib/schemas/tables/field";
import type { TableHead } from "#lib/schemas/tables/table";
import type { View } from "#lib/schemas/tables/view";
import { callApi } from "../call.ts";
import { type GridSurroundings, GridView } from "../grid/grid-view.tsx";
import { Loaded } from "../loaded.tsx";
import { isBuilder, isEditor } from "../roles.ts";
import { drawnBy } from "./drawn-view.tsx";
import type { DrawnViewProps } from "./drawn-view-props.ts";
import { type BarChange, changeInWindow, joinBarChanges, queryOf } from "./list-query.ts";
import type { AskedPanel } from "./panel-props.ts";
import { viewTexts } from "./texts.ts";
import { ToolBar } from "./tool-bar.tsx";
import { writeChange } from "./write-change.ts";

interface ViewWithBarsProps {
  base: Base;
  table: TableHead;
  view: View;
  fields: Field[];
  /** Reads views and fields again. */
  refresh: () => Promise<void>;
  around: GridSurroundings;
}

export function ViewWithBars({ base, table, view, fields, refresh, around }: ViewWithBarsProps) {
  const mine = useSignal<BarChange>({});
  const search = useSignal("");
  const panel = useSignal<AskedPanel | undefined>(undefined);
  const isKept = isEditor(base.role) && !view.isLocked;
  const shown = useMemo(() => changeInWindow(view, mine.value), [view, mine.value]);
  const query = queryOf(view, mine.value, search.value);
  const Drawn = drawnBy[view.type] ?? OtherView;
  async function change(wanted: BarChange) {
    if (!isKept) {
      mine.value = joinBarChanges(mine.value, wanted);
      return;
    }
    await writeChange(`/table/${table.id}/view/${view.id}`, view, wanted);
    await refresh();
  }
  return (
    <>
      {view.type !== "form" && (
        <ToolBar
          baseId={base.id}
          view={shown}
          fields={fields}
          isKept={isKept}
          mine={mine.value}
          reset={() => (mine.value = {})}
          change={change}
          search={search}
          asked={panel}
          tableId={table.id}
          role={base.role}
          isBuilder={isBuilder(base.role)}
          refresh={refresh}
        />
      )}
      <Drawn
        {...{ table, fields, query, around }}
        baseId={base.id}
        role={base.role}
        view={shown}
        changes={{ change, refresh, isKept, openPanel: (asked) => (panel.value = asked) }}
      />
    </>
  );
}

/** A view of a type that the app does not draw yet: its records, with the fields that it shows. */
const OtherView = ({ view, changes: _, ...props }: DrawnViewProps) => (
  <>
    <p class="hint note">{viewTexts.notDrawn(view.type)}</p>
    <Loaded
      of={`${view.id} ${view.lastModifiedTime}`}
      load={() => callApi<Field[]>("GET", `/table/${props.table.id}/field?viewId=${view.id}`)}
    >
      {(fields) => <GridView {...props} fields={fields} view={undefined} />}
    </Loaded>
  </>
);
