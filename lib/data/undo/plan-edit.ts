/* The part of undo and redo that changes records: each cell and row gets the state that it had before or after the operation. */

import type { Caller } from "#lib/data/identity/caller";
import { claimCopied } from "#lib/data/records/copied-files";
import type { RecordItem } from "#lib/data/records/records";
import { planRowTurns } from "#lib/data/rows/turn-rows";
import type { Schema } from "#lib/data/schema/table-schema";
import { batchChanges, planBatch, type WantedRecord } from "#lib/data/write/record-batch";
import type { Cells } from "#lib/engine/cells/cells";
import { localizationOf, missingIssues } from "#lib/engine/cells/constraints";
import { type EditedRecord, isSameCell, type Operation } from "#lib/engine/cells/operation";
import { makeReshaper, toPresentShape } from "#lib/engine/cells/stored-cells";
import { type Field, isComputed } from "#lib/engine/fields/field";
import { type Issue, invalid } from "#lib/schemas/basics/error";
import type { FieldId, RecordId } from "#lib/schemas/basics/ids";
import { inTheWay } from "./stands-in-the-way.ts";

interface Editing {
  operation: Operation;
  isUndo: boolean;
  there: (id: RecordId) => RecordItem;
}

/** Plans the other state of cells and rows. Throws 400 that names the cells and rows that are no longer as the operation left them. */
export async function planEdit(schema: Schema, { operation, isUndo, there }: Editing, caller: Caller) {
  const { table, fields, dependents } = schema;
  const reshape = makeReshaper(fields);
  const byId = new Map(fields.map((field) => [field.id, field]));
  const reasons: string[] = [];
  const turned = operation.changed.map((changed) => {
    const record = there(changed.id);
    const edit = turnCells(changed, { record: reshape(record), byId, shapes: operation.shapes, isUndo });
    reasons.push(...edit.reasons);
    return { at: [changed.id], record, cells: changed.cells && edit.cells };
  });
  if (reasons.length > 0) throw inTheWay(reasons);
  const places = await planRowTurns(
    schema,
    operation.changed.map((changed, i) => {
      const { record } = turned[i] as (typeof turned)[number];
      return { record, rows: turnPairs(changed.rows ?? {}, isUndo) };
    }),
  );
  if (places.reasons.length > 0) throw inTheWay(places.reasons);
  const copied = await claimCopied(
    turned.map(({ cells = {} }) => cells),
    fields,
  );
  const wanted = turned.map(
    ({ at, record, cells }, i): WantedRecord => ({
      at,
      before: record,
      ...(cells && { cells: copied.cells[i] as Cells }),
    }),
  );
  refuseEmpty(schema, wanted);
  const { files } = copied;
  const target = {
    table,
    fields,
    dependents,
    fieldKeyType: "name",
    isQuiet: true,
    ...(files && { files }),
  } as const;
  const batch = await planBatch(target, wanted, { places: { unknown: [], put: () => places.move } }, caller);
  return { changes: await batchChanges(batch, caller), notes: batch.notes };
}

interface Turned {
  record: RecordItem;
  byId: ReadonlyMap<FieldId, Field>;
  shapes: Operation["shapes"];
  isUndo: boolean;
}

const turnPairs = <Value>(pairs: { [id: string]: [Value, Value] }, isUndo: boolean) =>
  Object.entries(pairs).map(([id, [before, after]]) => ({
    id,
    expected: isUndo ? after : before,
    wanted: isUndo ? before : after,
  }));

/** The cells of a record with the other state of the operation, or the reasons why that is impossible. */
function turnCells(
  { id: recordId, cells: pairs = {}, withMore = [] }: EditedRecord,
  { record, byId, shapes, isUndo }: Turned,
): { cells: Cells; reasons: string[] } {
  const cells: Cells = { ...record.cells };
  const reasons = withMore.map(
    (id) => `${nameCell(byId.get(id) ?? { name: id }, recordId)} has more links than are kept for this`,
  );
  for (const { id, expected, wanted } of turnPairs(pairs, isUndo)) {
    const field = byId.get(id as FieldId);
    if (!field || isComputed(field)) {
      reasons.push(`the field ${field?.name ?? id} was deleted or is computed since`);
      continue;
    }
    const present = (cell: typeof wanted) =>
      toPresentShape(field, { cell: cell ?? undefined, shape: shapes?.[field.id] ?? 0 }, record);
    if (!isSameCell(record.cells[field.id], present(expected))) reasons.push(sayChanged(field, recordId));
    const cell = present(wanted);
    if (cell === undefined) delete cells[field.id];
    else cells[field.id] = cell;
  }
  return { cells, reasons };
}

/** Throws if a cell would become empty: its field may have become `notNull` since. */
function refuseEmpty({ table, fields }: Schema, wanted: WantedRecord[]): void {
  const writable = fields.filter((field) => !isComputed(field));
  const found = wanted.map(({ at, cells }) =>
    cells ? missingIssues(writable, cells, [...at, "fields"], "name") : { issues: [], broken: undefined },
  );
  const issues: Issue[] = found.flatMap((each) => each.issues);
  const broken = found.find((each) => each.broken)?.broken;
  if (issues.length > 0) throw invalid(issues, broken && localizationOf(broken, table.name));
}

/** `"Name" of rec…` */
export const nameCell = ({ name }: Pick<Field, "name">, id: RecordId): string =>
  `${JSON.stringify(name)} of ${id}`;

export const sayChanged = (field: Field, id: RecordId): string => `${nameCell(field, id)} was changed since`;
