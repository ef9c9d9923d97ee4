/* What draws a view, by its type. What is not the grid is loaded when the first view of its type is shown. */
import type { ComponentType } from "preact";
import type { ViewTypeName } from "#lib/schemas/tables/view";
import { GridView } from "../grid/grid-view.tsx";
import { showLate } from "../late.tsx";
import type { DrawnViewProps } from "./drawn-view-props.ts";

/** A type that is not here is shown as a grid, with a hint. */
export const drawnBy: { readonly [type in ViewTypeName]?: ComponentType<DrawnViewProps> } = {
  grid: GridView,
  calendar: showLate(async () => (await import("../calendar/calendar-view.tsx")).CalendarView),
  kanban: showLate(async () => (await import("../kanban/kanban-view.tsx")).KanbanView),
  gallery: showLate(async () => (await import("../gallery/gallery-view.tsx")).GalleryView),
  form: showLate<DrawnViewProps>(async () => (await import("../form/form-view.tsx")).FormView),
};
