/* The words of views and of the bars above a table. */
import type { Family } from "#lib/engine/field-types/shared/operators";
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
  viewOf: (name: string) => `the view ${name}`,
  share: "Share",
  shared: "Shared",
  shareOf: (view: string) => `Share the view ${view}`,
  duplicate: "Duplicate",
  duplicateOf: (name: string) => `Duplicate the view ${name}`,
  copyOf: (name: string) => `${name} copy`,
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

const counted = (what: string, one: string, several: string) => (count: number) =>
  count === 0 ? what : `${what}, ${count} ${count === 1 ? one : several}`;

export const barTexts = {
  fields: "Hide fields",
  manageFields: "Manage fields",
  filter: "Filter",
  group: "Group",
  sort: "Sort",
  countOf: {
    fields: counted("Hide fields", "hidden", "hidden"),
    filter: counted("Filter", "condition", "conditions"),
    group: counted("Group", "field", "fields"),
    sort: counted("Sort", "field", "fields"),
  },
  titleOf: {
    fields: "Shown fields",
    filter: "Which records are shown",
    group: "Groups",
    sort: "The order of records",
  },
  rowHeight: "Row height",
  rowHeights: {
    short: "Short rows",
    medium: "Medium rows",
    tall: "Tall rows",
    extraTall: "Extra tall rows",
    autoFit: "Rows that fit",
  },
  search: "Search",
  apply: "Apply",
  kept: "This changes the view, for all who use it.",
  onlyHere: "Changed in this window only.",
  onlyHereHint: "You may not change this view, so this holds in this window only, until you leave the view.",
  lockedHint: "The view is locked, so this holds in this window only, until you leave the view.",
  asInView: "As in the view",
  add: "Add",
  moveUp: (what: string) => `Move ${what} up`,
  field: "Field",
  chooseField: "Choose a field",
  order: "Order",
  sortedBy: (place: number) => `Sorted by, ${place}`,
  groupedBy: (place: number) => `Grouped by, ${place}`,
  groupHint: "Records with the same value are listed together, in this order of the values.",
  manualHint: "The records are in an order that was made by hand. What you set here replaces it.",
  none: "Nothing is set.",
  showAll: "Show all",
  hideAll: "Hide all",
  all: "All of these",
  any: "Any of these",
  howOf: (group: string) =>
    group === "" ? "Which conditions must hold" : `Which conditions of group ${group} must hold`,
  condition: (place: string) => `Condition ${place}`,
  groupOf: (place: string) => `Group ${place}`,
  operator: "How",
  value: "Value",
  addCondition: "Add a condition",
  addConditionTo: (group: string) => `Add a condition to group ${group}`,
  addGroup: "Add a group",
  addGroupTo: (group: string) => `Add a group to group ${group}`,
  checked: "checked",
  unchecked: "not checked",
  me: "Me",
  days: "Days",
  date: "Date",
  onePerLine: "One title per line",
  chooseOne: (place: string) => `condition ${place} has no value; choose one, or remove it`,
} as const;

type TwoOrders = readonly [ascending: string, descending: string];
export const orderTexts: { [family in Family]?: TwoOrders } = {
  text: ["A to Z", "Z to A"],
  number: ["Smallest first", "Largest first"],
  dateTime: ["Earliest first", "Latest first"],
  boolean: ["Not checked first", "Checked first"],
  choice: ["First choice first", "Last choice first"],
};
export const otherOrders: TwoOrders = ["Ascending", "Descending"];
