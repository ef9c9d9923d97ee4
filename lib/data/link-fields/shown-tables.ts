/*
 * Changes the link fields of other tables that show a table, when that table is deleted:
 *
 *   into the trash they get an error: their cells can be read, not written. Restoring removes the error
 *   for good they become text fields, also in the trash: their cells are the titles. DEPENDENT items about the table are removed
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { isLink } from "#lib/data/links/link-items";
import {
  type DependentItem,
  type FieldItem,
  isKept,
  type Schema,
  schemaOf,
  type TableItem,
  tableKey,
} from "#lib/data/schema/table-schema";
import { planSchemaEdit, type SchemaDraft } from "#lib/data/schema-edits/schema-draft";
import { withoutContent } from "#lib/data/schema-edits/table-edit";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { wasLinkOf } from "#lib/engine/field-types/shared/links";
import type { BaseId, TableId, UserId } from "#lib/schemas/basics/ids";
import { type Change, change, commitIfAny, retryOnConflict } from "#lib/store/commit";
import { type Item, readAll } from "#lib/store/store";
import type { ShownOtherwise } from "./follow-changed-field.ts";
import { startClearing, storageOf } from "./remove-links.ts";

// loaded late: the code that clears tables does not need it
const following = () => import("./follow-changed-field.ts");

type Starter = Pick<Caller, "userId" | "now">;

/**
 * The changes when a table goes into the trash: link fields elsewhere that show it get an error. Lookups over them become empty, and so do
 * titles made of these.
 */
export async function markShowing(table: TableItem, deleter: Starter): Promise<Change[]> {
  const { dependents } = await schemaOf(table);
  if (dependents.length === 0) return [];
  const { followEdited, lookupsOver } = await following();
  const { changes } = await planSchemaEdit([], async (draft) => {
    const looking: ShownOtherwise[] = [];
    for (const { tableId, fieldId } of dependents) {
      const edit = tableId === table.id ? undefined : await draft.of(tableId);
      const field = edit?.schema.fields.find(({ id }) => id === fieldId);
      if (!edit || !field) continue;
      if (!field.hasError) edit.changeField(fieldId, { hasError: true });
      looking.push(...lookupsOver({ fieldId }, edit).map(({ id }) => ({ edit, id })));
    }
    await followEdited(draft, looking, deleter, table.id);
  });
  return changes;
}

/**
 * The changes when a table is restored, for its links and those elsewhere that show it. While it was in the trash, nothing was updated: so
 * nothing is carried, and jobs read the titles of both sides again.
 */
export async function followAgain(table: TableItem, userId: UserId, now: string): Promise<Change[]> {
  const { fields, dependents } = await schemaOf(table);
  const [{ startFollowing }, { followAway }, { followEdited, lookupsOver }] = await Promise.all([
    import("#lib/data/links/start-following"),
    import("#lib/data/links/away"),
    following(),
  ]);
  const { changes } = await planSchemaEdit([], async (draft) => {
    const looking: ShownOtherwise[] = [];
    for (const dependent of dependents) {
      const { tableId, fieldId } = dependent;
      if (tableId === table.id) continue;
      const edit = await draft.of(tableId);
      const field = edit?.schema.fields.find(({ id }) => id === fieldId);
      if (!edit || !field) continue;
      edit.changeField(fieldId, { hasError: undefined, carries: undefined });
      draft.add(...(await startFollowing(dependent, { userId, now, isLater: true })));
      looking.push(...lookupsOver(dependent, edit).map(({ id }) => ({ edit, id })));
    }
    // pending for the new job: a job that ended while the table was in the trash did nothing
    const links = fields.filter((field) => isLink(field));
    for (const { id: fieldId } of links)
      draft.add(...(await startFollowing({ fieldId, tableId: table.id }, { userId, now })));
    await followEdited(draft, looking, { userId, now }, table.id);
    for (const item of [...fields, ...dependents])
      if (item.carries) draft.add(change(item, { carries: undefined }));
    // only cells of its own link fields can have missed changes
    if (links.length > 0) draft.add(...(await followAway(table.id, { userId, now })));
  });
  return changes;
}

export interface Cleared {
  tableId: TableId;
  /** The base of the table, if the whole base is being cleared: other tables in it need no change. */
  baseId?: BaseId | undefined;
  /** The user who deleted the table. */
  userId: UserId;
}

/** The link fields and dependents in the schema of a table, also of one that is being cleared. */
export async function readLinksOf(tableId: TableId): Promise<Pick<Schema, "fields" | "dependents">> {
  const { pk } = tableKey(tableId);
  const items = await readAll({ pk, from: "DEPENDENT#", to: "FIELD#\u{10ffff}" });
  const isDependent = ({ entity }: Item) => entity === "dependent" || entity === "goneDependent";
  return {
    // deleted fields are included, and so are fields that showed this table
    fields: items.filter((item) => !isDependent(item)) as FieldItem[],
    dependents: items.filter(isDependent) as DependentItem[],
  };
}

/** Turns link fields that show a table which is being cleared into text, with one commit for each table. May be repeated. */
export async function letGoOf({ tableId, baseId, userId }: Cleared): Promise<void> {
  const { fields, dependents } = await readLinksOf(tableId);
  const others = new Set(dependents.filter((item) => item.baseId !== baseId).map((item) => item.tableId));
  for (const field of fields)
    if (isLink(field) && field.options && (!baseId || field.options.baseId))
      others.add(field.options.foreignTableId);
  others.delete(tableId);
  for (const other of others) await retryOnConflict(() => letGo(other, tableId, userId));
}

async function letGo(other: TableId, cleared: TableId, userId: UserId): Promise<void> {
  const { changes } = await planSchemaEdit([], (draft) => forgetTable(draft, other, { cleared, userId }));
  await commitIfAny(changes);
}

/** Removes the cleared table from the schema of the table `other`. */
async function forgetTable(
  draft: SchemaDraft,
  other: TableId,
  { cleared, userId }: { cleared: TableId; userId: UserId },
): Promise<void> {
  const edit = await draft.of(other);
  if (!edit) return;
  const { table, fields, dependents, goneDependents, clearing } = edit.schema;
  for (const item of dependents) if (item.tableId === cleared) edit.changeDependent(item.fieldId, undefined);
  for (const { fieldId, tableId } of goneDependents)
    if (tableId === cleared) edit.changeKeptDependent(fieldId, undefined);
  const showsIt = (field: FieldItem) => isLink(field) && field.options.foreignTableId === cleared;
  const gone = fields.filter(showsIt);
  const inTrash = clearing.filter(isKept).filter(showsIt);
  // fields that were deleted with the other table can no longer be restored
  const [lost, kept] = [inTrash.filter((item) => item.deletedIn), inTrash.filter((item) => !item.deletedIn)];
  const all = [...gone, ...kept];
  const fieldIds = all.map(({ id }) => id);
  const generation = Math.max(0, ...all.map((field) => storageOf(field).generation ?? 0));
  for (const field of gone) edit.changeField(field.id, asText(field, generation));
  for (const item of kept)
    edit.changeGone(item, { ...asText(item, generation), hiddenAt: undefined, generation: undefined });
  const now = new Date().toISOString();
  const subject = { tableId: other, baseId: table.baseId, spaceId: table.spaceId };
  const beginning = { userId, now, dueTime: now, at: { fieldIds, generation } };
  if (fieldIds.length > 0) draft.add(jobs.startChange("textOfLinks", subject, beginning).change);
  if (lost.length === 0) return;
  const clears = startClearing(table, { userId, now });
  for (const item of lost) edit.changeGone(item, { ...withoutContent(item), jobId: clears.jobId });
  draft.add(clears.change);
}

/** The attributes of a text field that was a link: cells that are not rewritten yet are shown as text because of `wasLink`. */
const asText = ({ options }: { options: unknown }, generation: number) => ({
  type: "singleLineText",
  options: {},
  ...wasLinkOf((options as LinkOptions).relationship, generation),
  hasError: undefined,
  pending: undefined,
  carries: undefined,
});
