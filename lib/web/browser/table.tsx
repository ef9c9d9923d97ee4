/* A table: its views, the bars above the one that is shown, and its records. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Base } from "#lib/schemas/tables/base";
import type { Field } from "#lib/schemas/tables/field";
import type { TableHead } from "#lib/schemas/tables/table";
import type { View } from "#lib/schemas/tables/view";
import { FillsOfTable } from "./ai/late-fills.tsx";
import { viewTexts } from "./bars/texts.ts";
import { ViewBar } from "./bars/view-bar.tsx";
import { ViewWithBars } from "./bars/view-with-bars.tsx";
import { callApi } from "./call.ts";
import { Title } from "./frame.tsx";
import { orderFields } from "./grid/columns.ts";
import type { RowWindow } from "./grid/rows.ts";
import { ImportOpener, RunningImports } from "./import/import-opener.tsx";
import { showLate } from "./late.tsx";
import { LiveSign } from "./live/live-sign.tsx";
import { PresenceBar } from "./live/presence.tsx";
import { readCursorOfNow, useFeed, useSame } from "./live/use-feed.ts";
import { Loaded } from "./loaded.tsx";
import { NoticeBox } from "./notice.tsx";
import { isBuilder, isEditor } from "./roles.ts";
import { openedRecord, openRecord } from "./router.ts";

const RecordDialog = showLate(async () => (await import("./record/record-dialog.tsx")).RecordDialog);

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
        readCursorOfNow(baseId),
      ])
    }
  >
    {([base, table, loaded, since], reload) => (
      <Table key={tableId} {...{ base, table, loaded, viewId, since, reload }} />
    )}
  </Loaded>
);

interface TableProps {
  base: Base;
  table: TableHead;
  loaded: [View[], Field[]];
  viewId: string | undefined;
  /** The place in the log of changes before it was read. */
  since: string | undefined;
  reload: (how: { isQuiet: boolean }) => Promise<void>;
}

function Table({ base, table, loaded, viewId, since, reload }: TableProps) {
  const state = useSignal(loaded);
  // read again after a change elsewhere
  useEffect(() => {
    state.value = loaded;
  }, [loaded]);
  const feed = useFeed({ baseId: base.id, tableId: table.id, since, reload });
  const rows = useSignal<RowWindow | undefined>(undefined);
  const around = useMemo(
    () => ({
      feed,
      openRecord,
      onSchema: () => void reload({ isQuiet: true }),
      onRows: (shown: RowWindow) => {
        rows.value = shown;
      },
    }),
    [feed],
  );
  const refresh = async () => {
    state.value = await loadViews(table.id);
  };
  // what is the same after it was read again is not drawn again
  const views = useSame(state.value[0]);
  const fields = useSame(state.value[1]);
  const first = views.find(({ type }) => type === "grid") ?? views[0];
  const view = useSame(viewId === undefined ? first : views.find(({ id }) => id === viewId));
  const recordId = openedRecord.value;
  return (
    <>
      <div class="above">
        <a class="up" href={`/app/${base.id}`}>
          {base.name}
        </a>
        <Title text={table.name}>
          {isBuilder(base.role) && (
            <ImportOpener
              key={base.id}
              target={{ kind: "rows", baseId: base.id, tableId: table.id, fields }}
              imported={() => reload({ isQuiet: true })}
            />
          )}
        </Title>
        <PresenceBar feed={feed} />
        <LiveSign feed={feed} />
      </div>
      <RunningImports id={table.id} />
      <FillsOfTable tableId={table.id} fields={fields} feed={feed} mayFill={isEditor(base.role)} />
      <ViewBar
        baseId={base.id}
        tableId={table.id}
        views={views}
        view={view}
        isEditor={isEditor(base.role)}
        refresh={refresh}
      />
      {view ? (
        <ViewWithBars key={view.id} {...{ base, table, view, fields, refresh, around }} />
      ) : (
        <div class="hint" role="alert">
          <p>{viewTexts.missing}</p>
          <a href={`/app/${base.id}/${table.id}`}>{viewTexts.firstView}</a>
        </div>
      )}
      {recordId !== undefined && (
        <RecordDialog
          {...{ base, recordId, feed }}
          tableId={table.id}
          fields={orderFields(fields, view)}
          rows={rows.value}
        />
      )}
      <NoticeBox />
    </>
  );
}
