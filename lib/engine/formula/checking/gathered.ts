/* What checking a formula needs, and what it collects. */
import type { Fault } from "#lib/engine/formula/shared/formula-faults";
import type { FormulaField } from "#lib/engine/formula/shared/kinds";

/** Finds the fields of a table for a formula. */
export interface FormulaFields {
  find(id: string): FormulaField | undefined;
  /** The id of the field with this name, which counts where no field has it as its id. */
  idOf?(name: string): string | undefined;
  /** The names of the fields, for the message about one that is unknown. */
  names?: readonly string[];
}

/** What checking a formula collects. */
export interface Checker {
  fields: FormulaFields;
  faults: Fault[];
  /** The index of each used field, by its id. */
  uses: Map<string, number>;
  texts: Set<number>;
  /** The time zones of the date fields. */
  timeZones: Set<string>;
  /** Regular expressions that are literals. */
  expressions: { text: string; at: number }[];
  isLate: boolean;
  followsEdits: boolean;
  needsRegexp: boolean;
  /** How many values have been named, for ["let", n, …]. */
  named: number;
}
