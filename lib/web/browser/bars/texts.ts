/* The words of views and of the bars above a table. */
import type { ViewTypeName } from "#lib/schemas/tables/view";

export const viewTypeTexts: Record<ViewTypeName, string> = {
  grid: "Grid",
  kanban: "Kanban",
  gallery: "Gallery",
  calendar: "Calendar",
  form: "Form",
  plugin: "Plugin",
};

export const viewTexts = {
  views: "Views",
  type: "Type",
  newView: "New view",
  nameOf: (name: string, type: ViewTypeName) => `${name}, ${viewTypeTexts[type]}`,
  actionsOf: (name: string) => `Actions of the view ${name}`,
  duplicate: "Duplicate",
  duplicateOf: (name: string) => `Duplicate the view ${name}`,
  copyOf: (name: string) => `${name} copy`,
  delete: "Delete",
  deleteOf: (name: string) => `Delete the view ${name}`,
  deleteHint: "The records stay. The view can be restored, with its filter, sort, group and columns.",
  shareEnds: "It is shared: its link stops working for good, also if the view is restored.",
  deleted: (name: string) => `The view ${name} is deleted.`,
  notDrawn: (type: ViewTypeName) =>
    `The app cannot draw a view of the type ${viewTypeTexts[type]} yet. These are its records.`,
  missing: "This view was deleted, or is of another table.",
  firstView: "Show the first view",
  locked: "This view is locked.",
} as const;
