/* The rows of a view as a grid, and what is done to them. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Role } from "#lib/schemas/basics/role";
import type { Field } from "#lib/schemas/tables/field";
import type { TableHead } from "#lib/schemas/tables/table";
import type { View } from "#lib/schemas/tables/view";
import { FillButton } from "../ai/fill-button.tsx";
import { fillMarkOf, fillMarks } from "../ai/fill-marks.ts";
import type { WindowQuery } from "../bars/list-query.ts";
import type { ViewChanges } from "../bars/write-change.ts";
import { describeProblem } from "../call.ts";
import { useFind } from "../find/use-find.tsx";
import { type Groups, useGroups } from "../groups/use-groups.ts";
import { headersOf, listenToHeaders } from "../headers/header-cells.ts";
import { useHeaders } from "../headers/use-headers.tsx";
import { findRowsChanged } from "../live/changes.ts";
import type { Heard, TableFeed } from "../live/feed.ts";
import { Flashes } from "../live/flashes.ts";
import { GridMarks } from "../live/marks.ts";
import { readOwnId } from "../live/own-id.ts";
import { followTouch } from "../pointing/follow-touch.ts";
import { useCellMenu } from "../pointing/use-cell-menu.tsx";
import { ProblemBox } from "../problem.tsx";
import { isEditor } from "../roles.ts";
import { type Summary, useSummary } from "../summary/use-summary.tsx";
import { appTexts } from "../texts.ts";
import { askPagesOf, countRows } from "./ask-page.ts";
import { frozenColumns, gridColumns } from "./columns.ts";
import { GridEditing, loadEditors } from "./editing.ts";
import { isNewId } from "./edits.ts";
import { Grid, type GridPlace } from "./grid.ts";
import { GridActions, NoRows } from "./grid-actions.tsx";
import { readListPlaces } from "./list-places.ts";
import { RestDialog, type RestQuestion } from "./rest-dialog.tsx";
import { rowHeightOf } from "./row-layout.ts";
import { RowWindow } from "./rows.ts";
import { editsOf } from "./table-edits.ts";

interface GridViewProps {
  baseId: string;
  role: Role;
  table: TableHead;
  /** The columns are those of this view. Without one, all fields are shown in their order. */
  view: View | undefined;
  fields: Field[];
  /** Which records are shown, and in which order. */
  query: WindowQuery;
  around: GridSurroundings;
  /** Absent: the columns stay as they are. */
  changes?: ViewChanges;
}

/** What is around a grid, and outlives it. */
export interface GridSurroundings {
  /** What happens elsewhere. */
  feed: TableFeed;
  openRecord: (recordId: string) => void;
  /** Gets the rows that are shown. */
  onRows: (rows: RowWindow) => void;
  /** Fields or views are other ones: an undone call changed them. */
  onSchema: () => void;
}

const loadFiles = () => import("../files/grid-files.ts");

export function GridView({ baseId, role, table, view, fields, query, around, changes }: GridViewProps) {
  const { feed, openRecord, onRows, onSchema } = around;
  const host = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const former = useRef<{ rows: RowWindow; place: GridPlace } | undefined>(undefined);
  const problem = useSignal<{ text: string; retry?: () => void } | undefined>(undefined);
  const counted = useSignal("");
  const isEmpty = useSignal(false);
  const walked = useSignal("");
  const said = useSignal("");
  const unsaved = useSignal({ count: 0, isWaiting: false });
  const question = useSignal<RestQuestion | undefined>(undefined);
  const editing = useRef<GridEditing>(undefined);
  const mayEdit = isEditor(role);
  const newest = useMemo(() => gridColumns(fields, view), [fields, view]);
  const isEditing = useSignal(false);
  // while a cell is edited its column stays where it is
  const held = useRef(newest);
  if (!isEditing.value) held.current = newest;
  const columns = held.current;
  const [firstField = ""] = columns.map(({ field }) => field.id);
  const now = { firstField, view, isSearched: new URLSearchParams(query.which).has("search[]") };
  const asked = useRef(now);
  asked.current = now;
  const shown = useRef<{
    rows: RowWindow;
    grid: { current: Grid | undefined };
    count: () => Promise<void>;
  }>(undefined);
  const ofTable = editsOf(table.id);
  const edits = ofTable.cells;
  useEffect(() => {
    const show = () => {
      unsaved.value = { count: edits.unsaved, isWaiting: edits.isWaiting };
      shown.current?.rows.setAdded(edits.newRows());
      shown.current?.grid.current?.redraw();
    };
    show();
    return ofTable.listen({
      onMade(newId, row) {
        const { current } = shown;
        if (!current?.rows.setMade(newId, row)) return;
        current.rows.reload();
        void current.count();
      },
      onSaved: (row) => shown.current?.rows.replaceRow(row),
      onRefused: (reason) => {
        said.value = appTexts.refusedCell(reason);
      },
      onChange: show,
    });
  }, [ofTable]);
  const groupsNow = useRef<Groups>(undefined);
  const summaryNow = useRef<Summary>(undefined);
  const open = useMemo(() => {
    const grid: { current: Grid | undefined } = { current: undefined };
    const marks = new GridMarks((shown) => grid.current?.setMarks(shown));
    const flashes = new Flashes((changed) => marks.setChanged(changed));
    let begin = () => {};
    // what is not needed for the first rows waits for them
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const rows: RowWindow = new RowWindow(
      askPagesOf(table.id, query, (isBrief) => (isBrief ? [asked.current.firstField] : undefined)),
      (changed) => {
        begin();
        if (rows.isCounted) counted.value = appTexts.records(rows.count);
        walked.value = rows.walking ? appTexts.wayWalked(rows.walking) : "";
        isEmpty.value = rows.isCounted && rows.count === 0;
        problem.value = undefined;
        flashes.show(changed);
        grid.current?.drawSoon();
      },
      (error) => {
        begin();
        walked.value = "";
        problem.value = { text: describeProblem(error), retry };
      },
      () => readListPlaces(table.id, query),
    );
    const retry = () => {
      problem.value = undefined;
      rows.retry();
    };
    const count = () =>
      countRows(table.id, query).then(
        (count) => rows.setCount(count),
        // without it, the rows are counted as they are read
        () => {},
      );
    const countAll = () => {
      groupsNow.current?.read();
      return count();
    };
    // before the grid is there, which takes three frames
    rows.setAdded(edits.newRows());
    rows.want(0, 0);
    return { grid, rows, flashes, marks, retry, begun, count: countAll };
  }, [table.id, query.which, query.order]);
  shown.current = open;
  const groups = useGroups({
    ...{ tableId: table.id, view, fields, query },
    grid: () => open.grid.current,
  });
  groupsNow.current = groups;
  useEffect(() => {
    onRows(open.rows);
    // the rows are shown before they are counted
    void open.begun.then(open.count);
    async function hear(heard: Heard) {
      const changed = findRowsChanged(heard, asked.current.view, await readOwnId());
      if (!changed) return;
      open.flashes.expect(changed.byOthers);
      // any cell may be one that is searched
      const hasMoved = changed.hasMoved || asked.current.isSearched;
      open.rows.refresh({ ...changed, hasMoved });
      summaryNow.current?.read();
      if (hasMoved) void open.count();
    }
    return feed.listen((heard) => void hear(heard));
  }, [open, feed]);
  const fail = (text: string) => {
    problem.value = { text };
  };
  const headers = useHeaders({
    ...{ baseId, tableId: table.id, role, view, fields, columns, changes, fail },
    grid: () => open.grid.current,
  });
  const cells = useCellMenu({
    ...{ grid: () => open.grid.current, editing: () => editing.current, rows: open.rows },
    ...{ mayEdit, openRecord },
  });
  const summary = useSummary({ tableId: table.id, view, columns, query, changes, fail });
  summaryNow.current = summary;
  // the rows are read again also for other fields: those that were hidden or of another type have no cells, or other ones
  const order = JSON.stringify([
    ...[view?.filter, view?.sort, view?.group],
    ...columns.map(({ field: { id, type, options } }) => [id, type, options]).sort(),
  ]);
  const shownOrder = useRef(order);
  useEffect(() => {
    if (!host.current) return;
    const on = host.current;
    const ending = new AbortController();
    const { rows, count } = open;
    const look = {
      ...{
        label: table.name,
        rowHeight: rowHeightOf(asked.current.view),
        frozen: frozenColumns(asked.current.view),
      },
      head: headersOf(headers.actions),
      groupedBy: groups.fields,
      foot: summary.foot && foot.current ? { host: foot.current, does: summary.foot } : undefined,
    };
    const grid: Grid = new Grid(host.current, columns, look, {
      paintedOf(row, fieldId) {
        const value = row.fields[fieldId];
        return edits.at(row.id, fieldId) ?? { value, ...fillMarkOf(row.id, fieldId, value) };
      },
      press: (event) => own.press(event),
      open: (cell) => own.open(cell),
      openRecord,
      openMenu: (anchor) => cells.open(anchor),
      fill: mayEdit ? (from, to) => own.run(() => own.cells.fillTo(from, to)) : undefined,
      fold: (id, isFolded) => groups.fold(id, isFolded),
      moved: (recordId, fieldId) => {
        if (view && recordId && !isNewId(recordId) && fieldId)
          feed.here({ viewId: view.id, recordId, fieldId });
      },
    });
    if (view) feed.enter(view.id);
    const own = new GridEditing({
      ...{ baseId, tableId: table.id, viewId: view?.id, grid, rows, edits, mayEdit, openRecord },
      say: (text) => {
        problem.value = undefined;
        said.value = text;
      },
      fail,
      onRows: () => void count(),
      onEditor: (isOpen) => {
        isEditing.value = isOpen;
      },
      onUndone: ({ isOfSchema }) => isOfSchema && onSchema(),
      askForRest: (asked) =>
        new Promise((resolve) => {
          question.value = {
            ...asked,
            answer: (choice) => {
              question.value = undefined;
              resolve(choice);
            },
          };
        }),
    });
    editing.current = own;
    own.listen(host.current, ending.signal);
    followTouch({ grid, host: host.current, open: (cell) => own.open(cell) }, ending.signal);
    if (headers.actions) listenToHeaders(grid, host.current, headers.actions, ending.signal);
    // if it fails, the first edit says so
    if (mayEdit) open.begun.then(loadEditors).catch(() => undefined);
    open.grid.current = grid;
    open.marks.show();
    if (columns.some(({ field }) => field.type === "attachment"))
      // without them the cells show the names
      loadFiles().then(
        ({ takeFiles }) =>
          takeFiles(
            { ...{ tableId: table.id, grid, rows, mayEdit, fail }, setSent: open.marks.setSent },
            on,
            ending.signal,
          ),
        () => undefined,
      );
    grid.setGroups(groups.heads());
    grid.showRows(open.rows);
    if (former.current?.rows === open.rows) grid.goBack(former.current.place);
    if (shownOrder.current !== order) {
      open.rows.refresh({ hasMoved: true, recordIds: undefined });
      void open.count();
    }
    shownOrder.current = order;
    return () => {
      former.current = { rows: open.rows, place: grid.place };
      ending.abort();
      grid.end();
    };
  }, [open, columns, order, headers.actions, summary.foot]);
  useEffect(() => fillMarks.subscribe(() => open.grid.current?.redraw()), [open]);
  useEffect(() => feed.others.subscribe((people) => open.marks.setPeople(people)), [open, feed]);
  const finding = useFind({ tableId: table.id, query, rows: open.rows, grid: () => open.grid.current });
  // after the server was out of reach
  const isReached = feed.state.value === "live" || feed.state.value === "polling";
  useEffect(() => {
    if (isReached && problem.value) open.retry();
  }, [isReached]);
  const run = (act: (editing: GridEditing) => Promise<void>) => {
    const { current } = editing;
    current?.run(() => act(current));
  };
  return (
    <>
      {problem.value && <ProblemBox {...problem.value} />}
      <div class="grid-place">
        <div class="grid" ref={host} />
        {walked.value && <p class="walked">{walked.value}</p>}
        {isEmpty.value && (
          <NoRows
            isNarrowed={now.isSearched || Boolean(view?.filter?.filterSet.length)}
            add={mayEdit ? () => run((editing) => editing.addRow()) : undefined}
          />
        )}
        {finding}
      </div>
      {summary.foot && <div class="foot-host" ref={foot} />}
      <GridActions
        mayEdit={mayEdit}
        run={run}
        counted={counted.value}
        said={said.value}
        unsaved={unsaved.value}
      >
        <FillButton
          {...{ tableId: table.id, viewId: view?.id, fields, columns }}
          selected={() => editing.current?.cells.selected()}
        />
      </GridActions>
      {headers.menu}
      {cells.menu}
      {summary.menu}
      {question.value && <RestDialog {...question.value} />}
    </>
  );
}
