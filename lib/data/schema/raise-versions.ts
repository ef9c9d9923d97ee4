/*
 * Raises the version of a schema. A process keeps the schema of a table in memory while TABLE has the same `schemaVersion`
 * (table-schema.ts). So each commit that changes an item of the schema raises it, and only this file does so.
 */
import { keyOf } from "#lib/store/changes";
import { type Change, change } from "#lib/store/commit";
import { mergeUpdates } from "#lib/store/merge-updates";
import type { Item } from "#lib/store/store";
import { addColumns } from "./columns.ts";
import type { TableItem } from "./table-schema.ts";

/** Fields, views, dependents and indexes: the items that are read with TABLE as the schema. */
const partOfSchema = /^(?:FIELD|VIEW|DEPENDENT|INDEX)#/;

/** Whether the change restores a table from the trash, where its schema may have changed. */
const comesBack = (each: Change): boolean =>
  each.op === "update" &&
  each.item.entity === "table" &&
  each.before["deletedTime"] !== undefined &&
  each.item["deletedTime"] === undefined;

const changesSchema = (each: Change): boolean =>
  (each.op !== "check" && partOfSchema.test(keyOf(each).sk)) || comesBack(each);

/**
 * The changes of a commit; if they change the schema of one of these tables, its version is raised. Several updates of one item become one,
 * as in `mergeUpdates`, so the changes may already change TABLE.
 */
export function raiseVersions(changes: Change[], tables: readonly TableItem[]): Change[] {
  const changed = new Set(changes.filter(changesSchema).map((each) => keyOf(each).pk));
  const raised = tables.filter(({ pk }) => changed.has(pk));
  if (raised.length === 0) return changes;
  const versions = raised.map((table) => raise(table, addColumns(table, changes)));
  return mergeUpdates([...changes, ...versions]);
}

const raise = (table: TableItem, attributes: Partial<TableItem>): Change =>
  change(table, { schemaVersion: table.schemaVersion + 1, ...attributes });

/** The change that gives a table or a base twins (lib/store/item.ts). */
export const giveTwins = (item: Item): Change =>
  change(item, { threeTwins: item.version + 1, twins: undefined });
