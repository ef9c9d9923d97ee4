/*
 * Link fields elsewhere, when the table whose records they show goes:
 *
 *   into the trash        they have an error: their cells can be read, not written. Restored, they have none
 *   for good              they become text: the titles that their cells keep, also in the trash. DEPENDENT items about the table go
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
import type { LinkOptions } from "#lib/engine/field-types/link";
import { wasLinkOf } from "#lib/engine/field-types/shared/links";
import type { BaseId, TableId, UserId } from "#lib/schemas/basics/ids";
import { type Change, change, commitIfAny, retryOnConflict } from "#lib/store/commit";
import { type Item, readAll } from "#lib/store/store";
import type { ShownOtherwise } from "./follow-changed-field.ts";
import { startClearing, storageOf } from "./remove-links.ts";
import { SchemaEdits, withoutContent } from "./table-edit.ts";

// not by those who clear tables
const following = () => import("./follow-changed-field.ts");

type Starter = Pick<Caller, "userId" | "now">;

/**
 * The changes that say of link fields elsewhere that the table which they show goes into the trash. What looks it up is empty then, and so are
 * titles made of that.
 */
export async function markShowing(table: TableItem, deleter: Starter): Promise<Change[]> {
  const { dependents } = await schemaOf(table);
  if (dependents.length === 0) return [];
  const { followEdited, lookupsOver } = await following();
  const edits = new SchemaEdits();
  const looking: ShownOtherwise[] = [];
  for (const { tableId, fieldId } of dependents) {
    const edit = tableId === table.id ? undefined : await edits.of(tableId);
    const field = edit?.schema.fields.find(({ id }) => id === fieldId);
    if (!edit || !field) continue;
    if (!field.hasError) edit.changeField(fieldId, { hasError: true });
    looking.push(...lookupsOver({ fieldId }, edit).map(({ id }) => ({ edit, id })));
  }
  const started = await followEdited(edits, looking, deleter, table.id);
  return [...edits.changes(), ...started];
}

/**
 * The changes for the links of a restored table, and for those elsewhere that show it. Nothing was followed while it was in the trash: they
 * carry nothing, and jobs read the titles of both again.
 */
export async function followAgain(table: TableItem, userId: UserId, now: string): Promise<Change[]> {
  const { fields, dependents } = await schemaOf(table);
  const edits = new SchemaEdits();
  const jobsOfTitles: Change[] = [];
  const looking: ShownOtherwise[] = [];
  const [{ startFollowing }, { followAway }, { followEdited, lookupsOver }] = await Promise.all([
    import("#lib/data/links/start-following"),
    import("#lib/data/links/away"),
    following(),
  ]);
  for (const dependent of dependents) {
    const { tableId, fieldId } = dependent;
    if (tableId === table.id) continue;
    const edit = await edits.of(tableId);
    const field = edit?.schema.fields.find(({ id }) => id === fieldId);
    if (!edit || !field) continue;
    edit.changeField(fieldId, { hasError: undefined, carries: undefined });
    jobsOfTitles.push(...(await startFollowing(dependent, { userId, now, isLater: true })));
    looking.push(...lookupsOver(dependent, edit).map(({ id }) => ({ edit, id })));
  }
  // pending for the new job: one that ended meanwhile has found no table
  for (const { id: fieldId } of fields.filter((field) => isLink(field)))
    jobsOfTitles.push(...(await startFollowing({ fieldId, tableId: table.id }, { userId, now })));
  jobsOfTitles.push(...(await followEdited(edits, looking, { userId, now }, table.id)));
  const carriesNothing = (item: FieldItem | DependentItem) =>
    item.carries ? [change(item, { carries: undefined })] : [];
  return [
    ...edits.changes(),
    ...jobsOfTitles,
    // only cells of its own links can have missed something
    ...(fields.some((field) => isLink(field)) ? await followAway(table.id, { userId, now }) : []),
    ...fields.flatMap(carriesNothing),
    ...dependents.flatMap(carriesNothing),
  ];
}

export interface Cleared {
  tableId: TableId;
  /** The base, if all of it is being cleared: its tables need no change. */
  baseId?: BaseId | undefined;
  /** Who has deleted it. */
  userId: UserId;
}

/** What the schema of a table says of links, also of one that is being cleared. */
export async function readLinksOf(tableId: TableId): Promise<Pick<Schema, "fields" | "dependents">> {
  const { pk } = tableKey(tableId);
  const items = await readAll({ pk, from: "DEPENDENT#", to: "FIELD#\u{10ffff}" });
  const isDependent = ({ entity }: Item) => entity === "dependent" || entity === "goneDependent";
  return {
    // the entries of deleted fields too, and of those that showed the table
    fields: items.filter((item) => !isDependent(item)) as FieldItem[],
    dependents: items.filter(isDependent) as DependentItem[],
  };
}

/** Makes text of link fields that show a table which is being cleared, each table in a commit of its own. Any number of times. */
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
  const edits = new SchemaEdits();
  const edit = await edits.of(other);
  if (!edit) return;
  const { table, fields, dependents, goneDependents, clearing } = edit.schema;
  for (const item of dependents) if (item.tableId === cleared) edit.changeDependent(item.fieldId, undefined);
  for (const { fieldId, tableId } of goneDependents)
    if (tableId === cleared) edit.changeKeptDependent(fieldId, undefined);
  const showsIt = (field: FieldItem) => isLink(field) && field.options.foreignTableId === cleared;
  const gone = fields.filter(showsIt);
  const inTrash = clearing.filter(isKept).filter(showsIt);
  // only the other table could restore these
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
  const job = fieldIds.length > 0 ? [jobs.startChange("textOfLinks", subject, beginning).change] : [];
  const clears = startClearing(table, { userId, now });
  for (const item of lost) edit.changeGone(item, { ...withoutContent(item), jobId: clears.jobId });
  await commitIfAny([...edit.changes(), ...job, ...(lost.length > 0 ? [clears.change] : [])]);
}

/** Cells that are not rewritten yet are shown as text, see `wasLink`. */
const asText = ({ options }: { options: unknown }, generation: number) => ({
  type: "singleLineText",
  options: {},
  ...wasLinkOf((options as LinkOptions).relationship, generation),
  hasError: undefined,
  pending: undefined,
  carries: undefined,
});
