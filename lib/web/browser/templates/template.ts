/* What a template says: the tables of a base, with links between them, and some rows. Plain data: names in place of ids. */

/** A day, counted from the one on which the base is made. */
export interface DayFromNow {
  days: number;
}

/** Of a cell of links: the names of the records. */
export type TemplateCell = string | number | boolean | readonly string[] | DayFromNow;

export interface TemplateField {
  name: string;
  /** Of a lookup: that of the field which it shows. */
  type: string;
  options?: object;
  /** Of a link field: a table that stands before this one. */
  link?: { to: string; relationship: "manyOne" | "manyMany" };
  /** Of a lookup: the link field, and a field of the table that it links to. */
  lookup?: { through: string; of: string };
}

export interface TemplateView {
  type: "grid" | "kanban" | "gallery" | "calendar" | "form";
  name: string;
  /** Members that end with `FieldId` name a field. */
  options?: Readonly<Record<string, string>>;
  /** The fields that cards, days and forms show beside the first one. */
  shows?: readonly string[];
}

export interface TemplateTable {
  name: string;
  icon: string;
  fields: readonly TemplateField[];
  views: readonly TemplateView[];
  rows: readonly Readonly<Record<string, TemplateCell>>[];
}

/** A field of a table whose linked table comes after it. */
export interface LaterField {
  table: string;
  name: string;
  type: "rollup" | "formula";
  expression: string;
  options?: object;
  /** Of a rollup: the table and its link field to this table, and which of its fields is summed up. */
  over?: { table: string; link: string; field: string };
}

export interface BaseTemplate {
  id: string;
  name: string;
  icon: string;
  about: string;
  tables: readonly TemplateTable[];
  later: readonly LaterField[];
}

/** Choices with colors, in their order. */
export const coloredChoices = (...choices: readonly (readonly [name: string, color: string])[]) => ({
  choices: choices.map(([name, color]) => ({ name, color })),
});

export const wholeNumbers = { formatting: { type: "decimal", precision: 0 } };
export const euros = { formatting: { type: "currency", symbol: "€", precision: 2 } };
export const textField = (name: string): TemplateField => ({ name, type: "singleLineText" });
export const dayField = (name: string): TemplateField => ({
  name,
  type: "date",
  options: { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "utc" } },
});
