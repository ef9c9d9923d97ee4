/* What all that draw a view get. */
import type { Role } from "#lib/schemas/basics/role";
import type { Field } from "#lib/schemas/tables/field";
import type { TableHead } from "#lib/schemas/tables/table";
import type { View } from "#lib/schemas/tables/view";
import type { GridSurroundings } from "../grid/grid-view.tsx";
import type { WindowQuery } from "./list-query.ts";
import type { ViewChanges } from "./write-change.ts";

export interface DrawnViewProps {
  baseId: string;
  role: Role;
  table: TableHead;
  /** As this window shows it. */
  view: View;
  /** All fields of the table. */
  fields: Field[];
  /** Which records are shown, and in which order. */
  query: WindowQuery;
  around: GridSurroundings;
  changes: ViewChanges;
}
