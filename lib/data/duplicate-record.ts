/* A copy of a record: what nobody else may have is left out of it. */
import type { Cells } from "#lib/engine/cells";
import { localizationOf, missingIssues } from "#lib/engine/constraints";
import { isComputed } from "#lib/engine/field";
import { invalid } from "#lib/schemas/error";
import { type Record, shownWhole } from "#lib/schemas/record";
import type { Caller } from "./caller.ts";
import { commit } from "./commit.ts";
import { marking } from "./marks.ts";
import { namingsIn } from "./namings.ts";
import { build, insertions, type RecordItem } from "./records.ts";
import { showFitting } from "./show-records.ts";
import type { Schema } from "./table-schema.ts";
import { firstNumber } from "./write-records.ts";

export async function duplicateRecord(
  { table, fields }: Schema,
  record: RecordItem,
  caller: Caller,
): Promise<{ shown: Record; item: RecordItem }> {
  const writable = fields.filter((field) => !isComputed(field));
  const cells: Cells = {};
  for (const { id, unique } of writable) {
    const cell = record.cells[id];
    if (!unique && cell !== undefined) cells[id] = cell;
  }
  const { issues, broken } = missingIssues(writable, cells, ["record", "fields"], "name");
  if (issues.length > 0) throw invalid(issues.map(explained), broken && localizationOf(broken, table.name));

  const number = await firstNumber(table.id, 1);
  const made = build(table.id, number, cells, caller.userId, caller.now);
  const [shown] = await showFitting([made], fields, shownWhole, caller);
  const { id, cells: after } = made;
  await commit([
    ...insertions(table.id, [made], fields),
    ...namingsIn(table, fields, [{ id, after }], caller),
    ...marking(caller, shown, [id]),
  ]);
  return { shown: shown as Record, item: { ...made, version: 1 } };
}

const explained = ({ path }: { path: string }) => ({
  path,
  message: "must not be empty, and a copy has no value for it: it is unique, or the record has none itself",
});
