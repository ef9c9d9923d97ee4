/* What is noted of changed cells: titles that may have changed meanwhile, and titles that others show. */

import { isDeepStrictEqual } from "node:util";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { DependentItem, TableItem } from "#lib/data/schema/table-schema";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { withInputs } from "#lib/engine/fields/formula-inputs";
import type { RecordId } from "#lib/schemas/basics/ids";
import type { Finder } from "#lib/store/store";
import type { LinkCell, Write } from "./link-cell.ts";
import type { Following } from "./notes.ts";

interface Watched {
  table: Pick<TableItem, "id">;
  fields: Field[];
  dependents?: DependentItem[];
}

/** The titles of linked records may have changed since they were read. */
export function noteOwn({ field, sides, write, added }: LinkCell, find: Finder, following: Following): void {
  if (added.length === 0) return;
  const versions: { [id: RecordId]: number } = {};
  for (const { id } of added) {
    const record = find<RecordItem>(recordKey(sides.back.tableId, id));
    if (record) versions[id] = record.version;
  }
  const { tableId } = sides.own;
  following.sure.push({
    ...{ tableId, id: write.after.id, fieldId: field.id },
    foreignTableId: sides.back.tableId,
    versions,
  });
}

/** Records whose titles elsewhere change with the batch. */
export function changedTitles(
  { table, fields, dependents = [] }: Watched,
  writes: Write[],
): Following["changed"] {
  if (dependents.length === 0) return [];
  const watched = dependents.map(({ fieldId, options }) => ({
    fieldId,
    field: fields.find(({ id }) => id === options.lookupFieldId),
  }));
  return writes.flatMap(({ before, after }) => {
    if (!before || before === after) return [];
    const changed = watched.flatMap(({ fieldId, field }) =>
      field && isChanged(field, before, after) ? [fieldId] : [],
    );
    return changed.length > 0 ? [{ tableId: table.id, id: after.id, dependents: changed }] : [];
  });
}

function isChanged(field: Field, before: RecordItem, after: RecordItem): boolean {
  if (field.formula || field.lookupOptions) {
    // it may use a time of the record
    if (field.formula?.followsEdits) return true;
    return withInputs([field]).some((input) => isChanged(input, before, after));
  }
  const { compute } = typeOf(field);
  return compute
    ? compute(before) !== compute(after)
    : !isDeepStrictEqual(before.cells[field.id], after.cells[field.id]);
}
