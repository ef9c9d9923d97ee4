/* A table: its views, the bars above the one that is shown, and its records. */
import { useSignal } from "@preact/signals";
import type { Base } from "#lib/schemas/tables/base";
import type { Field } from "#lib/schemas/tables/field";
import type { TableHead } from "#lib/schemas/tables/table";
import type { View } from "#lib/schemas/tables/view";
import { viewTexts } from "./bars/texts.ts";
import { ViewBar } from "./bars/view-bar.tsx";
import { ViewWithBars } from "./bars/view-with-bars.tsx";
import { callApi } from "./call.ts";
import { Title } from "./frame.tsx";
import { Loaded } from "./loaded.tsx";
import { NoticeBox } from "./notice.tsx";
import { isEditor } from "./roles.ts";

interface TablePageProps {
  baseId: string;
  tableId: string;
  /** Without one: the first view that the app can draw, or the first of all. */
  viewId: string | undefined;
}

const loadViews = (tableId: string) =>
  Promise.all([
    callApi<View[]>("GET", `/table/${tableId}/view`),
    callApi<Field[]>("GET", `/table/${tableId}/field`),
  ]);

export const TablePage = ({ baseId, tableId, viewId }: TablePageProps) => (
  <Loaded
    of={tableId}
    load={() =>
      Promise.all([
        callApi<Base>("GET", `/base/${baseId}`),
        callApi<TableHead>("GET", `/base/${baseId}/table/${tableId}`),
        loadViews(tableId),
      ])
    }
  >
    {([base, table, loaded]) => (
      <Table key={tableId} base={base} table={table} loaded={loaded} viewId={viewId} />
    )}
  </Loaded>
);

interface TableProps {
  base: Base;
  table: TableHead;
  loaded: [View[], Field[]];
  viewId: string | undefined;
}

function Table({ base, table, loaded, viewId }: TableProps) {
  const state = useSignal(loaded);
  const refresh = async () => {
    state.value = await loadViews(table.id);
  };
  const [views, fields] = state.value;
  const first = views.find(({ type }) => type === "grid") ?? views[0];
  const view = viewId === undefined ? first : views.find(({ id }) => id === viewId);
  return (
    <>
      <div class="above">
        <a class="up" href={`/app/${base.id}`}>
          {base.name}
        </a>
        <Title text={table.name} />
      </div>
      <ViewBar
        baseId={base.id}
        tableId={table.id}
        views={views}
        view={view}
        isEditor={isEditor(base.role)}
        refresh={refresh}
      />
      {view ? (
        <ViewWithBars key={view.id} base={base} table={table} view={view} fields={fields} refresh={refresh} />
      ) : (
        <div class="hint" role="alert">
          <p>{viewTexts.missing}</p>
          <a href={`/app/${base.id}/${table.id}`}>{viewTexts.firstView}</a>
        </div>
      )}
      <NoticeBox />
    </>
  );
}
