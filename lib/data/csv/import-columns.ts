/* What the columns of a file become in a new table: as it is wanted, else as the first lines look. */
import type { DecimalMark } from "#lib/engine/csv/cell-text";
import { columnNames, type GuessedColumn, guessColumns } from "#lib/engine/csv/guess-columns";
import { findFieldType } from "#lib/engine/field-types/index";
import { type Field, isComputed } from "#lib/engine/fields/field";
import { makeFields } from "#lib/engine/fields/new-fields";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import type { TableImport } from "#lib/schemas/tables/csv";
import type { NewField } from "#lib/schemas/tables/field";
import type { Opened } from "./csv-file.ts";

export interface WantedColumn {
  /** With the id of the field. */
  input: NewField;
  field: Field;
  decimal?: DecimalMark | undefined;
  hint?: string | undefined;
}

/** In the order of the file; null for what is left out. Throws all that is wrong with what is wanted. */
export async function wantedColumns(
  wanted: TableImport["columns"],
  { header, columns, first }: Opened,
): Promise<(WantedColumn | null)[]> {
  if (wanted && wanted.length !== columns)
    throw invalid([
      { path: "columns", message: `must have ${columns}, one for each column; has ${wanted.length}` },
    ]);
  const rows = first.lines.filter(({ problem }) => !problem).map(({ cells }) => cells);
  const taking = guessColumns(columnNames(header, columns), rows).flatMap((guess, i) => {
    const said = wanted?.[i];
    return said === null
      ? []
      : [{ i, guess, input: inputOf(said, guess), decimal: said?.decimal ?? guess.decimal }];
  });
  if (taking.length === 0) throw invalid([{ path: "columns", message: "no column is left to be imported" }]);
  const refused = taking
    .filter(({ input }) => takesNothing(input))
    .map(({ i, input }): Issue => {
      const message = `nothing is imported into fields of type ${input.type}`;
      return { path: pathOf(["columns", i, "type"]), message };
    });
  const inputs = taking.map(({ input }) => input);
  const { fields, issues } = await makeFields(inputs, (k) => ["columns", taking[k]?.i ?? k]);
  if (refused.length + issues.length > 0) throw invalid([...refused, ...issues]);

  const found: (WantedColumn | null)[] = Array.from({ length: columns }, () => null);
  for (const [k, { i, input, guess, decimal }] of taking.entries()) {
    const field = fields[k] as Field;
    const hint = wanted?.[i]?.type === undefined ? guess.hint : undefined;
    found[i] = { input: { ...input, id: field.id, options: field.options as object }, field, decimal, hint };
  }
  return found;
}

const takesNothing = ({ type }: NewField) =>
  type === "button" || (findFieldType(type) !== undefined && isComputed({ type }));

type Said = NonNullable<TableImport["columns"]>[number] | undefined;

/** Options that were guessed are of the type that was guessed. */
function inputOf(said: Said, guess: GuessedColumn): NewField {
  const type = said?.type ?? guess.type;
  const options = said?.options ?? (type === guess.type ? guess.options : undefined);
  return { name: said?.name ?? guess.name, type, ...(options && { options }) };
}
