/* The rows of a view as a grid. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import type { TableHead } from "#lib/schemas/tables/table";
import type { View } from "#lib/schemas/tables/view";
import type { WindowQuery } from "../bars/list-query.ts";
import { callApi, describeProblem } from "../call.ts";
import { findRowsChanged } from "../live/changes.ts";
import type { Heard, TableFeed } from "../live/feed.ts";
import { Flashes } from "../live/flashes.ts";
import { readOwnId } from "../live/own-id.ts";
import { ProblemBox } from "../problem.tsx";
import { appTexts } from "../texts.ts";
import type { GridPage } from "./answers.ts";
import { gridColumns } from "./columns.ts";
import { Grid, type GridPlace } from "./grid.ts";
import { RowWindow } from "./rows.ts";

interface GridViewProps {
  table: TableHead;
  /** The columns are those of this view. Without one, all fields are shown in their order. */
  view: View | undefined;
  fields: Field[];
  /** Which records are shown, and in which order. */
  query: WindowQuery;
  around: GridSurroundings;
}

/** What is around a grid, and outlives it. */
export interface GridSurroundings {
  /** What happens elsewhere. */
  feed: TableFeed;
  openRecord: (recordId: string) => void;
  /** Gets the rows that are shown. */
  onRows: (rows: RowWindow) => void;
}

export function GridView({ table, view, fields, query, around }: GridViewProps) {
  const { feed, openRecord, onRows } = around;
  const host = useRef<HTMLDivElement>(null);
  const former = useRef<{ rows: RowWindow; place: GridPlace } | undefined>(undefined);
  const problem = useSignal<{ text: string; retry: () => void } | undefined>(undefined);
  const said = useSignal("");
  const columns = useMemo(() => gridColumns(fields, view), [fields, view]);
  const [firstField = ""] = columns.map(({ fieldId }) => fieldId);
  const now = { firstField, view, isSearched: new URLSearchParams(query.which).has("search[]") };
  const asked = useRef(now);
  asked.current = now;
  const open = useMemo(() => {
    const grid: { current: Grid | undefined } = { current: undefined };
    const flashes = new Flashes((marks) => grid.current?.setMarks(marks));
    const rows: RowWindow = new RowWindow(
      ({ take, skip, cursor, isBrief }) => {
        const page = new URLSearchParams({ take: `${take}` });
        if (cursor !== undefined) page.set("cursor", cursor);
        else if (skip) page.set("skip", `${skip}`);
        if (isBrief) page.append("projection", asked.current.firstField);
        const all = [query.which, query.order, `${page}`].filter(Boolean).join("&");
        return callApi<GridPage>("GET", `/table/${table.id}/record?${all}`);
      },
      (changed) => {
        if (rows.isCounted) said.value = appTexts.records(rows.count);
        problem.value = undefined;
        flashes.show(changed);
        grid.current?.drawSoon();
      },
      (error) => {
        problem.value = { text: describeProblem(error), retry };
      },
    );
    const retry = () => {
      problem.value = undefined;
      rows.retry();
    };
    const count = () =>
      callApi<{ rowCount: number }>("GET", `/table/${table.id}/aggregation/row-count?${query.which}`).then(
        ({ rowCount }) => rows.setCount(rowCount),
        // without it, the rows are counted as they are read
        () => {},
      );
    return { grid, rows, flashes, retry, count };
  }, [table.id, query.which, query.order]);
  useEffect(() => {
    onRows(open.rows);
    // the rows are shown before they are counted
    void open.count();
    async function hear(heard: Heard) {
      const changed = findRowsChanged(heard, asked.current.view, await readOwnId());
      if (!changed) return;
      open.flashes.expect(changed.byOthers);
      // any cell may be one that is searched
      const hasMoved = changed.hasMoved || asked.current.isSearched;
      open.rows.refresh({ ...changed, hasMoved });
      if (hasMoved) void open.count();
    }
    return feed.listen((heard) => void hear(heard));
  }, [open, feed]);
  // the rows are read again also for other fields: those that were hidden or of another type have no cells, or other ones
  const order = JSON.stringify([
    ...[view?.filter, view?.sort, view?.group],
    ...columns.map(({ field: { id, type, options } }) => [id, type, options]).sort(),
  ]);
  const shownOrder = useRef(order);
  useEffect(() => {
    if (!host.current) return;
    const grid = new Grid(host.current, columns, table.name, openRecord);
    open.grid.current = grid;
    grid.showRows(open.rows);
    if (former.current?.rows === open.rows) grid.goBack(former.current.place);
    if (shownOrder.current !== order) {
      open.rows.refresh({ hasMoved: true, recordIds: undefined });
      void open.count();
    }
    shownOrder.current = order;
    return () => {
      former.current = { rows: open.rows, place: grid.place };
      grid.end();
    };
  }, [open, columns, order]);
  // after the server was out of reach
  const isReached = feed.state.value === "live" || feed.state.value === "polling";
  useEffect(() => {
    if (isReached && problem.value) open.retry();
  }, [isReached]);
  return (
    <>
      {problem.value && <ProblemBox {...problem.value} />}
      <div class="grid" ref={host} />
      <p class="below note" role="status">
        {said}
      </p>
    </>
  );
}
