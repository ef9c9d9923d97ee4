/* A CSV file as it would come into a table: what its columns become, its first records, what is wrong with its first lines. */

import type { Caller } from "#lib/data/identity/caller";
import * as records from "#lib/data/records/records";
import { makePresenter } from "#lib/engine/cells/present";
import { type BaseId, newTableId, type SpaceId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { ImportPreview, ImportPreviewInput } from "#lib/schemas/tables/csv";
import { openSource } from "./csv-source.ts";
import { wantedColumns } from "./import-columns.ts";
import { type Column, castLines } from "./import-lines.ts";

const recordsShown = 20;
/** So many lines are read as an import would; with 500 columns that takes its time. */
const linesTried = 1000;

export async function previewImport(
  place: { baseId: BaseId; spaceId: SpaceId },
  input: ImportPreviewInput,
  caller: Caller,
): Promise<ImportPreview> {
  const { opened, bytes } = await openSource(input, caller);
  const wanted = await wantedColumns(input.columns, opened);
  const columns = wanted.map((each): Column => each && { fieldId: each.field.id, decimal: each.decimal });
  const { lines, isLast } = opened.first;
  const { good, bad, reading } = await castLines(
    { fields: wanted.flatMap((each) => (each ? [each.field] : [])), table: place },
    columns,
    lines.slice(0, linesTried),
    caller,
  );
  const { fields: grown, context } = reading.given;
  const how = { fieldKeyType: "name", cellFormat: "json" } as const;
  const present = makePresenter({ ...how, fields: grown, context, may: caller.may });
  const tableId = newTableId();
  return {
    encoding: opened.encoding,
    delimiter: opened.delimiter,
    bytes,
    ...(isLast && { lines: lines.length }),
    columns: wanted.map((each) => {
      if (!each) return null;
      // with the choices that the first lines make
      const { name, type, options } = grown.find(({ id }) => id === each.field.id) ?? each.field;
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
    issues: bad.slice(0, limits.issuesListed),
    hints: wanted.flatMap((each) => (each?.hint ? [`${each.field.name}: ${each.hint}`] : [])),
  };
}
