/* The words of fields. */
export const fieldTypeTexts = {
  singleLineText: "Text",
  longText: "Long text",
  number: "Number",
  checkbox: "Checkbox",
  date: "Date",
  singleSelect: "One choice",
  multipleSelect: "Several choices",
  rating: "Rating",
  user: "Person",
  attachment: "Files",
  autoNumber: "Number of the record",
  createdTime: "Created at",
  createdBy: "Created by",
  lastModifiedTime: "Changed at",
  lastModifiedBy: "Changed by",
  formula: "Formula",
} as const;

export const fieldTexts = {
  manage: "Manage fields",
  newField: "New field",
  fieldOf: (name: string) => `the field ${name}`,
  type: "Type",
  choices: "Choices, one per line",
  formula: "Formula, with the names of fields in braces",
  convert: "Change type",
  convertOf: (name: string) => `Change the type of ${name}`,
  counting: "Counting what it does to the cells …",
  does: (cells: number, emptied: number, changed: number) =>
    `Of ${cells} cells with a value, ${emptied} would be emptied, and ${changed} would be changed.`,
  example: (before: string) => `For example: ${before}`,
  lessViews: (count: number) => `Views whose filter, sort or group loses the field: ${count}.`,
  endedShares: (count: number) => `Shares that end: ${count}.`,
  deleteHint: "Its cells go with it. It can be restored with them from the trash for 30 days.",
  deleted: (name: string) => `The field ${name} is deleted.`,
} as const;
