/* A table: the first grid view of it, to read. */
import type { Base } from "#lib/schemas/tables/base";
import type { Field } from "#lib/schemas/tables/field";
import type { TableHead } from "#lib/schemas/tables/table";
import type { View } from "#lib/schemas/tables/view";
import { callApi } from "./call.ts";
import { Title } from "./frame.tsx";
import { GridView } from "./grid/grid-view.tsx";
import { Loaded } from "./loaded.tsx";

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
          <GridView key={tableId} table={table} view={view} fields={fields} />
        </>
      );
    }}
  </Loaded>
);
