/*
 * Decides which cells of linked records link fields carry, so that lookups need not read them (links/keep-carried.ts). A consumer calls it
 * when the schema of a table has changed, for its own link fields and those elsewhere that show the table.
 *
 *   lookups need other cells ──▶ FIELD and DEPENDENT name them ──▶ 60 s: every call notes their changes ──▶ job followLinks: records carry them
 *
 * Until a record carries them, readers read the linked records. So no call waits for it, and no field is pending.
 */

import * as jobs from "#lib/data/jobs/jobs";
import { isChanging, isLink, type LinkField } from "#lib/data/links/link-items";
import { find, type Schema, schemaOf } from "#lib/data/schema/table-schema";
import { planSchemaEdit } from "#lib/data/schema-edits/schema-draft";
import { findWanted, isEnough } from "#lib/engine/cells/carried-cells";
import type { Carries } from "#lib/engine/fields/field";
import { randomText, type TableId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, retryOnConflict } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/running-calls";
import { followEdited, lookupsOver } from "./follow-changed-field.ts";

/** Changes which cells the link fields of a table, and those that show it, carry. Does nothing if they are right. */
export async function tendCarrying(tableId: TableId, now: string): Promise<void> {
  const table = await find(tableId);
  if (!table) return;
  const { dependents } = await schemaOf(table);
  const all = new Set([tableId, ...dependents.map((each) => each.tableId)]);
  for (const each of all) await retryOnConflict(() => tendTable(each, now));
}

async function tendTable(tableId: TableId, now: string): Promise<void> {
  const table = await find(tableId);
  if (!table) return;
  const schema = await schemaOf(table);
  const wrong = schema.fields.flatMap((field) => {
    if (!isLink(field) || isChanging(field.options)) return [];
    const wanted = findWanted(field, schema.fields);
    const isRight = wanted ? isEnough(field.carries, wanted) : !field.carries;
    return isRight ? [] : [{ field, wanted }];
  });
  if (wrong.length === 0) return;
  const foreign = new Map<TableId, Schema>([[tableId, schema]]);
  for (const { field } of wrong) {
    const other = await find(field.options.foreignTableId);
    if (other && !foreign.has(other.id)) foreign.set(other.id, await schemaOf(other));
  }
  const changes = wrong.flatMap(({ field, wanted }) => {
    const dependent = foreign
      .get(field.options.foreignTableId)
      ?.dependents.find(({ fieldId }) => fieldId === field.id);
    if (!dependent) return [];
    const carries: Carries | undefined = wanted && { id: randomText(5), since: now, ...wanted };
    return [
      change(field, { carries }),
      change(dependent, { carries }),
      ...(wanted && wanted.fields.length > 0 ? [startFilling(schema, field, now)] : []),
    ];
  });
  if (changes.length === 0) return;
  const edited = await planSchemaEdit([...foreign.values()], async (draft) => {
    draft.add(...changes);
    const edit = draft.known(schema);
    // cells of these lookups may have changed before calls began to note such changes
    const looking = wrong.flatMap(({ field, wanted }) =>
      wanted ? lookupsOver({ fieldId: field.id }, edit).map(({ id }) => ({ edit, id })) : [],
    );
    await followEdited(draft, looking, { userId: table.createdBy, now });
  });
  await commit(edited.changes);
}

/** The job that makes the records of a table carry the cells; it starts when every call notes their changes. */
function startFilling({ table }: Schema, { id: fieldId }: LinkField, now: string): Change {
  const start = { userId: table.createdBy, now, dueTime: readSettledTime(now), at: { fieldId } };
  return jobs.startChange("followLinks", jobs.ofTable(table), start).change;
}
