/* A copy of a record: what nobody else may have is left out of it. */

import type { Caller } from "#lib/data/identity/caller";
import { findMentions } from "#lib/data/records/mention-events";
import { buildRecord, createChanges, type RecordItem } from "#lib/data/records/records";
import { showAllFitting } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import type { Cells } from "#lib/engine/cells/cells";
import { localizationOf, missingIssues } from "#lib/engine/cells/constraints";
import { isComputed } from "#lib/engine/fields/field";
import { invalid, unknownInside } from "#lib/schemas/basics/error";
import { type Record, shownWhole } from "#lib/schemas/records/record";
import type { RowPlace } from "#lib/schemas/records/row-order";
import { commit, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { firstNumber, resolveRowPlacement } from "./write-records.ts";

export async function duplicateRecord(
  schema: Schema,
  record: RecordItem,
  order: RowPlace | undefined,
  caller: Caller,
): Promise<{ shown: Record; item: RecordItem }> {
  const { table, fields } = schema;
  const writable = fields.filter((field) => !isComputed(field));
  const cells: Cells = {};
  for (const { id, unique } of writable) {
    const cell = record.cells[id];
    if (!unique && cell !== undefined) cells[id] = cell;
  }
  const { issues, broken } = missingIssues(writable, cells, ["record", "fields"], "name");
  if (issues.length > 0) throw invalid(issues.map(explained), broken && localizationOf(broken, table.name));

  let number: Promise<number> | undefined;
  return retryOnConflict(async (attempt) => {
    number ??= firstNumber(table.id, 1);
    const how = { at: [], count: 1, attempt };
    const [places, own] = await Promise.all([resolveRowPlacement(schema, order, how), number]);
    if (places.unknown.length > 0) throw unknownInside(places.unknown);
    const built = buildRecord(table.id, own, cells, caller.userId, caller.now);
    const putting = places.put([built]);
    const made = { ...built, ...putting.of(built) };
    const [shown] = await showAllFitting([made], fields, shownWhole, caller);
    const { id, cells: after } = made;
    await commit([
      ...createChanges(table.id, [made], fields),
      ...putting.changes,
      ...findMentions(table, fields, [{ id, after }], caller),
      ...keepAnswer(caller, shown, [id]),
    ]);
    return { shown: shown as Record, item: { ...made, version: 1 } };
  });
}

const explained = ({ path }: { path: string }) => ({
  path,
  message: "must not be empty, and a copy has no value for it: it is unique, or the record has none itself",
});
