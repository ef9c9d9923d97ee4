/* The name of a table for programs, and what the caller may do in a table. Apart from table.ts, which createTable loads. */
import * as z from "zod";
import { DbName } from "./table.ts";

export const TableDbName = z
  .object({ dbTableName: DbName.meta({ description: "A name for programs, without the id of the base." }) })
  .meta({ id: "TableDbName", examples: [{ dbTableName: "Tasks" }] });

const allowed = (example: string) =>
  z.record(z.string(), z.boolean()).meta({ examples: [{ [example]: true }] });
export const TablePermission = z
  .object({
    table: allowed("table|read"),
    view: allowed("view|read"),
    record: allowed("record|read"),
    field: allowed("field|read"),
  })
  .meta({
    id: "TablePermission",
    description: "Scope → whether the caller has it in this table.",
    examples: [
      {
        table: { "table|read": true, "table|update": false },
        view: { "view|read": true },
        record: { "record|read": true },
        field: { "field|read": true },
      },
    ],
  });
