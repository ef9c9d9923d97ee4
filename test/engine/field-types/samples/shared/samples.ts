/*
 * What the tests must know of a field type, in one object: samples/<type>.ts exports one as `samples`. `describeFieldType` runs all that a type
 * does from them, and the tests of filters, orders, groups, searches, statistics and conversions take their fields and cells from them.
 *
 * Write them from what the type should do, not from what its code gives.
 */
import type fc from "fast-check";
import type { RecordMembers, StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { PlainFamily } from "#test/support/plain-model/plain-families";

/** Stands in a sample for a refusal: a value that the field does not take. */
export const no = Symbol("refused");

/** Stands in a sample for an empty cell. */
export const none = undefined;

/** How a value is read without and with typecast. Both are cells as answers show them, `no` or `none`. */
export type Row = [rule: string, value: unknown, read: unknown, typecast: unknown];

/** A field of the type in the tables of the tests. */
export interface Variant {
  /** Its name in these tables, unique among all types. Default: the name of the type. */
  name?: string;
  /** The options as they are stored: complete. */
  options: object;
  /** How the plain model treats it (test/support/plain-model/plain-families.ts): its operators and statistics, and how a person sees a cell. */
  plain: PlainFamily;
  /** Stored cells, some of them equal. Choose few: filters and groups need records that have the same. */
  cells?: fc.Arbitrary<StoredCell>;
  /** In place of `cells`: the member of a record that its cells are. */
  member?: keyof RecordMembers;
}

/** The parts that a type may leave to a test of its own. */
export const parts = [
  ...["rows", "texts", "variants", "conversion", "file", "workbook", "form", "formula", "bench"],
] as const;
export type Part = (typeof parts)[number];

/** The parts that are about values in requests: computed types have none of them. */
export const writtenParts: readonly Part[] = ["rows", "file", "workbook", "form", "bench"];

export interface Samples {
  /** The properties that the API promises. Those that depend on options are asked with the initial options. */
  contract: {
    /** The name of a field that is created without one. */
    defaultName: string;
    cellValueType: "string" | "number" | "boolean" | "dateTime";
    dbFieldType: "TEXT" | "REAL" | "INTEGER" | "BOOLEAN" | "DATETIME" | "JSON";
    /** Whether a cell holds several values. */
    isMultiple?: true;
    /** Whether it can be the first field of a table, whether its values can be made unique, and whether they can be required. */
    canBe: { primary: boolean; unique: boolean; notNull: boolean };
    /** A filter operator that it must have; absent if nothing can be filtered by it. */
    operator?: string;
    /** What a language model may do for its cells; absent if it can have no aiConfig. */
    ai?: readonly string[];
  };
  /** Computed cells cannot be written: from the members of the record, or from other cells. Absent for a type that is written. */
  computedBy?: "the record" | "other cells";
  /** What these samples leave out, and the file of tests that has it, from the folder of the project. */
  elsewhere?: Partial<Record<Part, string>>;
  /** Options as a client may send them: all members, their limits, and odd values. */
  options: fc.Arbitrary<unknown>;
  /** How values are read: for some options as sent, one row for each rule. */
  rows?: { options: object; rows: Row[] }[];
  /** How a stored cell is shown as text: options as sent, the cell, the text. */
  texts?: [options: object, cell: StoredCell, text: string][];
  /**
   * Whether the text of a cell, as exports and copies have it, is read back with typecast to the same cell (the default), to a cell with the same
   * text, because the text is rounded, or not at all.
   */
  written?: "as shown" | "never";
  /** Fields in the tables of the tests. The first one is that of `file`, `workbook`, `form` and `formula`. */
  variants?: [Variant, ...Variant[]];
  /** Options as stored, and cells of a field with them, for conversions from and to every other type. As awkward as they may be. */
  conversion?: { options: fc.Arbitrary<object>; cell(options: never): fc.Arbitrary<StoredCell> };
  /** A text in a column of a CSV file, and the cell as answers show it, or `no`. */
  file?: [text: string, cell: unknown][];
  /** A value in a cell of a workbook, and the cell as answers show it, or `no`. `{ serial }` is a number that the workbook shows as a date or time. */
  workbook?: [value: WorkbookValue, cell: unknown][];
  /** What a person typed or chose on the page of a form, and the cell as answers show it, or `no`. */
  form?: [typed: string | string[], cell: unknown][];
  /** What a formula that only names the field gives: its kind, and for a stored cell the value. */
  formula?: {
    kind: "text" | "number" | "boolean" | "date";
    isList?: true;
    /** A stored cell, and the cell of the formula; `none` if that is empty. */
    gives: [cell: StoredCell, value: unknown][];
  };
  /** A usual value without typecast, and one with it, if typecast reads another; to measure time. Options as sent; default: the initial ones. */
  bench?: { options?: object; read: unknown; typecast?: unknown };
}

export type WorkbookValue =
  | string
  | number
  | boolean
  | { serial: number; shownAs: "date" | "time" | "duration" | "percent" };
