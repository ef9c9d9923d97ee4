/* A copy of a record: what nobody else may have is left out of it. */

import type { Caller } from "#lib/data/identity/caller";
import { namingsIn } from "#lib/data/records/mention-events";
import { build, insertions, type RecordItem } from "#lib/data/records/records";
import { showFitting } from "#lib/data/records/show-records";
import type { Schema } from "#lib/data/schema/table-schema";
import type { Cells } from "#lib/engine/cells/cells";
import { localizationOf, missingIssues } from "#lib/engine/cells/constraints";
import { isComputed } from "#lib/engine/fields/field";
import { invalid, unknownInside } from "#lib/schemas/basics/error";
import { type Record, shownWhole } from "#lib/schemas/records/record";
import type { RowPlace } from "#lib/schemas/records/row-order";
import { again, commit } from "#lib/store/commit";
import { marking } from "#lib/store/idempotency-records";
import { firstNumber, placesIfSaid } from "./write-records.ts";

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
  return again(async (attempt) => {
    number ??= firstNumber(table.id, 1);
    const how = { at: [], count: 1, attempt };
    const [places, own] = await Promise.all([placesIfSaid(schema, order, how), number]);
    if (places.unknown.length > 0) throw unknownInside(places.unknown);
    const built = build(table.id, own, cells, caller.userId, caller.now);
    const putting = places.put([built]);
    const made = { ...built, ...putting.of(built) };
    const [shown] = await showFitting([made], fields, shownWhole, caller);
    const { id, cells: after } = made;
    await commit([
      ...insertions(table.id, [made], fields),
      ...putting.changes,
      ...namingsIn(table, fields, [{ id, after }], caller),
      ...marking(caller, shown, [id]),
    ]);
    return { shown: shown as Record, item: { ...made, version: 1 } };
  });
}

const explained = ({ path }: { path: string }) => ({
  path,
  message: "must not be empty, and a copy has no value for it: it is unique, or the record has none itself",
});
