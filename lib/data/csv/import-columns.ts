/* The fields that the columns of a file become in a new table: as the request says, otherwise guessed from the first lines. */
import { readingsOf } from "#lib/engine/csv/column-readings";
import { columnNames, type GuessedColumn, guessColumns } from "#lib/engine/csv/guess-columns";
import { findFieldType } from "#lib/engine/field-types/index";
import { dateFormattingOf } from "#lib/engine/fields/date-formatting";
import { type Field, isComputed } from "#lib/engine/fields/field";
import { makeFields } from "#lib/engine/fields/new-fields";
import type { ColumnReading, DecimalMark } from "#lib/engine/values/column-reading";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import type { TableImport } from "#lib/schemas/tables/csv";
import type { NewField } from "#lib/schemas/tables/field";
import { delimiterOf, type Opened } from "./csv-file.ts";

export interface WantedColumn {
  /** Includes the id of the field. */
  input: NewField;
  field: Field;
  decimal?: DecimalMark | undefined;
  /** How its texts are read. */
  reading: ColumnReading;
  hint?: string | undefined;
}

/** Further wishes in a request that does not have the form of `TableImport`. */
export interface ColumnWishes {
  /** The time zone of date fields whose column names none. */
  timeZone?: string | undefined;
  /** Gives the path in the request of a column of the file. */
  pathAt?: ((column: number) => PropertyKey[]) | undefined;
}

/** The fields in the order of the columns; null for columns that are left out. Throws 400 with every error of the request. */
export async function wantedColumns(
  wanted: TableImport["columns"],
  opened: Opened,
  { timeZone, pathAt = (i) => ["columns", i] }: ColumnWishes = {},
): Promise<(WantedColumn | null)[]> {
  const { header, columns, first } = opened;
  if (wanted && wanted.length !== columns)
    throw invalid([
      {
        path: "columns",
        message: `must have one element for each of the ${columns} columns of the file; got ${wanted.length}`,
      },
    ]);
  const lines = first.lines.filter(({ problem }) => !problem);
  const rows = lines.map(({ cells }) => cells);
  const kinds = lines.map((line) => line.kinds);
  const imported = guessColumns(columnNames(header, columns), rows, kinds, delimiterOf(opened)).flatMap(
    (guess, i) => {
      const column = wanted ? wanted[i] : isUnused(i, header, rows) ? null : undefined;
      return column === null
        ? []
        : [
            {
              i,
              guess,
              input: toNewField(column, guess, timeZone),
              decimal: column?.decimal ?? guess.decimal,
            },
          ];
    },
  );
  if (imported.length === 0)
    throw invalid([{ path: "columns", message: "must name a field for at least one column" }]);
  const refused = imported
    .filter(({ input }) => cannotBeImported(input))
    .map(({ i, input }): Issue => {
      const message = `cells of type ${input.type} cannot be imported`;
      return { path: pathOf([...pathAt(i), "type"]), message };
    });
  const inputs = imported.map(({ input }) => input);
  const { fields, issues } = await makeFields(inputs, (k) => pathAt(imported[k]?.i ?? k));
  if (refused.length + issues.length > 0) throw invalid([...refused, ...issues]);

  const result: (WantedColumn | null)[] = Array.from({ length: columns }, () => null);
  for (const [k, { i, input, guess, decimal }] of imported.entries()) {
    const field = fields[k] as Field;
    const hint = wanted?.[i]?.type === undefined ? guess.hint : undefined;
    const complete = { ...input, id: field.id, options: field.options as object };
    result[i] = { input: complete, field, decimal, hint, reading: {} };
  }
  const read = result.map((each) => each?.field ?? null);
  for (const [i, reading] of readingsOf(read, lines, delimiterOf(opened)).entries()) {
    const column = result[i];
    if (column) column.reading = { ...reading, ...(column.decimal && { decimal: column.decimal }) };
  }
  return result;
}

const cannotBeImported = ({ type }: NewField) =>
  type === "button" || (findFieldType(type) !== undefined && isComputed({ type }));

type RequestedColumn = NonNullable<TableImport["columns"]>[number] | undefined;

/** The field of a column: the request, completed with the guess. Guessed options are used only with the guessed type. */
function toNewField(column: RequestedColumn, guess: GuessedColumn, timeZone: string | undefined): NewField {
  const type = column?.type ?? guess.type;
  const guessed = type === guess.type ? guess.options : undefined;
  const options = column?.options ?? (type === "date" && timeZone ? inTimeZone(guessed, timeZone) : guessed);
  return { name: column?.name ?? guess.name, type, ...(options && { options }) };
}

const inTimeZone = (options: GuessedColumn["options"] | undefined, timeZone: string) => ({
  ...options,
  formatting: { ...dateFormattingOf({ options }), timeZone },
});

/** Whether a column is after the header and empty: it separates the table from a note beside it. */
const isUnused = (i: number, header: readonly string[], rows: readonly string[][]): boolean =>
  header.length > 0 &&
  header.slice(i).every((name) => name.trim() === "") &&
  !rows.some((cells) => cells[i]?.trim());
