/* The rows of a view as a grid. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import type { TableHead } from "#lib/schemas/tables/table";
import type { View } from "#lib/schemas/tables/view";
import type { WindowQuery } from "../bars/list-query.ts";
import { callApi, describeProblem } from "../call.ts";
import { ProblemBox } from "../problem.tsx";
import { appTexts } from "../texts.ts";
import type { GridPage } from "./answers.ts";
import type { GridColumn } from "./geometry.ts";
import { Grid } from "./grid.ts";
import { RowWindow } from "./rows.ts";

interface GridViewProps {
  table: TableHead;
  /** The columns are those of this view. Without one, all fields are shown in their order. */
  view: View | undefined;
  fields: Field[];
  /** Which records are shown, and in which order. */
  query: WindowQuery;
}

export function GridView({ table, view, fields, query }: GridViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const problem = useSignal<{ text: string; retry: () => void } | undefined>(undefined);
  const said = useSignal("");
  const columns = useMemo(() => columnsOf(fields, view), [fields, view]);
  useEffect(() => {
    if (!host.current) return;
    const grid = new Grid(host.current, columns, table.name);
    const [firstField = ""] = columns.map(({ fieldId }) => fieldId);
    const rows: RowWindow = new RowWindow(
      ({ take, skip, cursor, isBrief }) => {
        const page = new URLSearchParams({ take: `${take}` });
        if (cursor !== undefined) page.set("cursor", cursor);
        else if (skip) page.set("skip", `${skip}`);
        if (isBrief) page.append("projection", firstField);
        const all = [query.which, query.order, `${page}`].filter(Boolean).join("&");
        return callApi<GridPage>("GET", `/table/${table.id}/record?${all}`);
      },
      () => {
        if (rows.isCounted) said.value = appTexts.records(rows.count);
        grid.drawSoon();
      },
      (error) => {
        const retry = () => {
          problem.value = undefined;
          rows.retry();
        };
        problem.value = { text: describeProblem(error), retry };
      },
    );
    grid.showRows(rows);
    // the rows are shown before they are counted
    callApi<{ rowCount: number }>("GET", `/table/${table.id}/aggregation/row-count?${query.which}`).then(
      ({ rowCount }) => rows.setCount(rowCount),
      // without it, the rows are counted as they are read
      () => {},
    );
    return () => grid.end();
  }, [table.id, columns, query.which, query.order]);
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

const widthOf = 180;

/** The columns of a view, from the left: first that with the name of the record. */
function columnsOf(fields: Field[], view: View | undefined): GridColumn[] {
  const meta = new Map(Object.entries(view?.columnMeta ?? {}));
  const order = ({ id, isPrimary }: Field) =>
    isPrimary ? Number.NEGATIVE_INFINITY : (meta.get(id)?.order ?? Number.POSITIVE_INFINITY);
  return fields
    .filter(({ id, isPrimary }) => isPrimary || !meta.get(id)?.hidden)
    .toSorted((a, b) => {
      const [one, other] = [order(a), order(b)];
      return one === other ? 0 : one - other;
    })
    .map((field) => ({
      fieldId: field.id,
      name: field.name,
      field,
      width: meta.get(field.id)?.width ?? widthOf,
      isNumber: field.cellValueType === "number" && !field.isMultipleCellValue,
    }));
}
