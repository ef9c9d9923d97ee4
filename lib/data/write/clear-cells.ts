/* Empties the cells of a selection: all of them or none. Computed cells stay. */

import type { Caller } from "#lib/data/identity/caller";
import type { Schema } from "#lib/data/schema/table-schema";
import { isComputed } from "#lib/engine/fields/field";
import type { CellSelection } from "#lib/schemas/selections/selection";
import { keepAnswer } from "#lib/store/idempotency-records";
import { updateRecords } from "./update-records.ts";

/** Throws 400 for too many rows, and for cells that must not be empty. */
export async function clearCells(schema: Schema, query: CellSelection, caller: Caller): Promise<void> {
  const { selectCells, selectedIds } = await import("#lib/data/query/select-cells");
  const selected = await selectCells(schema, query, caller);
  const ids = await selectedIds(selected);
  const writable = selected.fields.filter((field) => !isComputed(field));
  const fields = Object.fromEntries(writable.map((field) => [field.id, null]));
  const records = writable.length > 0 ? ids.map((id) => ({ id, fields })) : [];
  const updates = { records, fieldKeyType: "id", typecast: false } as const;
  await updateRecords(schema, updates, caller, () => keepAnswer(caller, undefined));
}
