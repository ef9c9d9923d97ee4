/*
 * Making a field in a table that is there: one commit, the new version of the table being its lock.
 *
 *   field · its column in each view · TABLE, schemaVersion + 1
 *
 * Whoever writes records by the schema before does not name the field, so nothing has to settle; records that are there
 * are not written: their cells are empty, or computed when they are shown.
 */

import type { Caller } from "#lib/data/identity/caller";
import { readSlice } from "#lib/data/records/record-pages";
import { refuseUnlistable, show } from "#lib/data/schema/fields";
import { bygoneKey, type FieldItem, fieldKey, readSchema, type Schema } from "#lib/data/schema/table-schema";
import * as views from "#lib/data/schema/views";
import type { Field } from "#lib/engine/fields/field";
import { makeFields } from "#lib/engine/fields/new-fields";
import { withField } from "#lib/engine/views/view-fields";
import { type Issue, invalid, unknownInside } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { AddedField, Field as ShownField } from "#lib/schemas/tables/field";
import { change, commit, insert, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem } from "#lib/store/store";

/** Twins of one name: the later of two looks again and becomes "… 2". */
export async function createField(schema: Schema, input: AddedField, caller: Caller): Promise<ShownField> {
  const tableId = schema.table.id;
  let current: Schema | undefined = schema;
  return retryOnConflict(async () => {
    const latest = current ?? (await readSchema(tableId));
    current = undefined;
    const { table } = latest;
    const field = await build(latest, input);
    const joined = latest.views.map((view) => ({
      view,
      changes: withField(
        view,
        field.id,
        input.order?.viewId === view.id ? input.order.orderIndex : undefined,
      ),
    }));
    refuseUnlistable([...latest.fields, field]);
    views.refuseUnlistable(joined.map(({ view, changes }) => ({ ...view, ...changes })));
    const answer = show(field, caller.may);
    await commit([
      insert(field),
      ...joined.map(({ view, changes }) => change(view, changes)),
      change(table, { schemaVersion: table.schemaVersion + 1 }),
      ...keepAnswer(caller, answer, [field.id]),
    ]);
    return answer;
  });
}

async function build({ table, fields, views, clearing }: Schema, input: AddedField): Promise<FieldItem> {
  const ids = [...fields, ...clearing].map(({ id }) => id);
  const made = await makeFields([input], () => [], { fields, ids });
  const issues: Issue[] = [...made.issues];
  // read after the schema, which held it until it became this
  if (input.id && (await getItem(bygoneKey(table.id, input.id))))
    issues.push({ path: "id", message: `${input.id} was a field of this table that was deleted` });
  if (fields.length >= limits.fieldsPerTable)
    issues.push({
      path: "",
      message: `the table has ${fields.length} fields, the limit is ${limits.fieldsPerTable}`,
    });
  if (input.notNull && (await hasRecords(table.id)))
    issues.push({
      path: "notNull",
      message: "the table has records, and their cells of the field are empty",
    });
  if (issues.length > 0) throw invalid(issues);
  if (input.order && !views.some(({ id }) => id === input.order?.viewId))
    throw unknownInside([{ path: "order.viewId", message: "is no view of this table" }]);

  const [field] = made.fields as [Field];
  const position = Math.max(-1, ...fields.map((other) => other.position)) + 1;
  return { ...fieldKey(table.id, field.id), entity: "field", version: 1, position, ...field };
}

const hasRecords = async (tableId: TableId): Promise<boolean> =>
  (await readSlice({ tableId, after: 0, skip: 0, take: 1 })).records.length > 0;
