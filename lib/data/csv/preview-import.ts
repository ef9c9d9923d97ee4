/* Previews an import into a new table: the fields of its columns, its first records, and the errors in its first lines. */

import type { Caller } from "#lib/data/identity/caller";
import * as records from "#lib/data/records/records";
import { makePresenter } from "#lib/engine/cells/present";
import { type BaseId, newTableId, type SpaceId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { ImportPreview, ImportPreviewInput } from "#lib/schemas/tables/csv";
import { type OpenedSource, withSource } from "./csv-source.ts";
import { wantedColumns } from "./import-columns.ts";
import { type Column, castLines } from "./import-lines.ts";
import { nameCell } from "./name-cell.ts";

const recordsShown = 20;
/** Lines that are read as an import reads them; not more, because a file may have 500 columns. */
const linesTried = 1000;

type Place = { baseId: BaseId; spaceId: SpaceId };

/** The preview of a file. Writes nothing. Throws 400 if the file or the columns are invalid, 429 while too many files are read. */
export const previewImport = (
  place: Place,
  input: ImportPreviewInput,
  caller: Caller,
): Promise<ImportPreview> => withSource(input, caller, (source) => makePreview(source, place, input, caller));

async function makePreview(
  { opened, bytes, workbook }: OpenedSource,
  place: Place,
  input: ImportPreviewInput,
  caller: Caller,
): Promise<ImportPreview> {
  const wanted = await wantedColumns(input.columns, opened);
  const columns = wanted.map((each): Column => each && { fieldId: each.field.id, ...each.reading });
  const { lines, isLast } = opened.first;
  const { good, bad, reading } = await castLines(
    { fields: wanted.flatMap((each) => (each ? [each.field] : [])), table: place },
    columns,
    lines.slice(0, linesTried),
    caller,
  );
  // `fields` include the choices that the first lines add
  const { fields, context } = reading;
  const how = { fieldKeyType: "name", cellFormat: "json" } as const;
  const present = makePresenter({ ...how, fields, context, may: caller.may });
  const tableId = newTableId();
  return {
    ...opened.format,
    ...(workbook && { sheets: workbook.sheets.map(({ name }) => name) }),
    bytes,
    ...(isLast && { lines: lines.length }),
    columns: wanted.map((each) => {
      if (!each) return null;
      const { name, type, options } = fields.find(({ id }) => id === each.field.id) ?? each.field;
      return {
        name,
        type,
        options: options as Record<string, unknown>,
        ...(each.decimal && { decimal: each.decimal }),
      };
    }),
    records: good.slice(0, recordsShown).map(({ line, cells }, i) => ({
      line: line.line,
      fields: present(records.buildRecord(tableId, i + 1, cells, caller.userId, caller.now)).fields,
    })),
    issues: bad.slice(0, limits.issuesListed).map((each) => nameCell(each, opened.format)),
    hints: [
      ...(opened.hint ? [opened.hint] : []),
      ...wanted.flatMap((each) => (each?.hint ? [`${each.field.name}: ${each.hint}`] : [])),
    ],
  };
}
