/* A table: the first grid view of it, to read. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Base } from "#lib/schemas/tables/base";
import type { Field } from "#lib/schemas/tables/field";
import type { TableHead } from "#lib/schemas/tables/table";
import type { View } from "#lib/schemas/tables/view";
import { callApi, describeProblem } from "./call.ts";
import { Title } from "./frame.tsx";
import type { GridPage } from "./grid/answers.ts";
import type { GridColumn } from "./grid/geometry.ts";
import { Grid } from "./grid/grid.ts";
import { RowWindow } from "./grid/rows.ts";
import { Loaded } from "./loaded.tsx";
import { ProblemBox } from "./problem.tsx";
import { appTexts } from "./texts.ts";

interface TablePageProps {
  baseId: string;
  tableId: string;
}

export const TablePage = ({ baseId, tableId }: TablePageProps) => (
  <Loaded
    of={tableId}
    load={() =>
      Promise.all([
        callApi<Base>("GET", `/base/${baseId}`),
        callApi<TableHead>("GET", `/base/${baseId}/table/${tableId}`),
        callApi<View[]>("GET", `/table/${tableId}/view`),
        callApi<Field[]>("GET", `/table/${tableId}/field`),
      ])
    }
  >
    {([base, table, views, fields]) => {
      const view = views.find(({ type }) => type === "grid");
      return (
        <>
          <div class="above">
            <a class="up" href={`/app/${baseId}`}>
              {base.name}
            </a>
            <Title text={table.name} />
          </div>
          <GridOf key={tableId} table={table} view={view} fields={fields} />
        </>
      );
    }}
  </Loaded>
);

interface GridOfProps {
  table: TableHead;
  /** Without one, all records and fields are shown in the order of the table. */
  view: View | undefined;
  fields: Field[];
}

function GridOf({ table, view, fields }: GridOfProps) {
  const host = useRef<HTMLDivElement>(null);
  const problem = useSignal<{ text: string; retry: () => void } | undefined>(undefined);
  const said = useSignal("");
  const columns = useMemo(() => columnsOf(fields, view), [fields, view]);
  useEffect(() => {
    if (!host.current) return;
    const grid = new Grid(host.current, columns, table.name);
    const [firstField = ""] = columns.map(({ fieldId }) => fieldId);
    const inView = view ? { viewId: view.id } : {};
    const rows: RowWindow = new RowWindow(
      ({ take, skip, cursor, isBrief }) => {
        const query = new URLSearchParams({
          fieldKeyType: "id",
          cellFormat: "text",
          take: `${take}`,
          ...inView,
        });
        if (cursor !== undefined) query.set("cursor", cursor);
        else if (skip) query.set("skip", `${skip}`);
        if (isBrief) query.append("projection", firstField);
        return callApi<GridPage>("GET", `/table/${table.id}/record?${query}`);
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
    callApi<{ rowCount: number }>(
      "GET",
      `/table/${table.id}/aggregation/row-count?${new URLSearchParams(inView)}`,
    ).then(
      ({ rowCount }) => rows.setCount(rowCount),
      // without it, the rows are counted as they are read
      () => {},
    );
    return () => grid.end();
  }, [table.id, view, columns]);
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
    .map(({ id, name, type, cellValueType, isMultipleCellValue }) => ({
      fieldId: id,
      name,
      width: meta.get(id)?.width ?? widthOf,
      isNumber: cellValueType === "number" && !isMultipleCellValue,
      isCheckbox: type === "checkbox",
    }));
}
