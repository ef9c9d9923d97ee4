/* What draws a view, by its type. What is not the grid is loaded when the first view of its type is shown. */
import type { ComponentType } from "preact";
import type { Role } from "#lib/schemas/basics/role";
import type { Field } from "#lib/schemas/tables/field";
import type { TableHead } from "#lib/schemas/tables/table";
import type { View, ViewTypeName } from "#lib/schemas/tables/view";
import { type GridSurroundings, GridView } from "../grid/grid-view.tsx";
import { showLate } from "../late.tsx";
import type { WindowQuery } from "./list-query.ts";
import type { ViewChanges } from "./write-change.ts";

/** What each of them gets. */
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

/** A type that is not here is shown as a grid, with a hint. */
export const drawnBy: { readonly [type in ViewTypeName]?: ComponentType<DrawnViewProps> } = {
  grid: GridView,
  calendar: showLate(async () => (await import("../calendar/calendar-view.tsx")).CalendarView),
  kanban: showLate(async () => (await import("../kanban/kanban-view.tsx")).KanbanView),
  gallery: showLate(async () => (await import("../gallery/gallery-view.tsx")).GalleryView),
  form: showLate<DrawnViewProps>(async () => (await import("../form/form-view.tsx")).FormView),
};
