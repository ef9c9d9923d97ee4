/*
 * The tables of a base.
 *
 *  entity     pk           sk             cost
 *  tableCopy  BASE#<base>  TABLE#<table>  the base's list of tables: one Query; written with the table (table-schema.ts), 2 × 2 WCU
 *
 * Every change of the list of tables (name, dbTableName, order) changes the base's version too: of two concurrent requests for the
 * same name, one conflicts and retries.
 */

import type { BaseId, TableId } from "#lib/schemas/basics/ids";
import type { TableHead } from "#lib/schemas/tables/table";
import { type Change, insert } from "#lib/store/commit";
import { keysStartingWith, readAll } from "#lib/store/store";
import { byOrder, type TableItem } from "./table-schema.ts";

export const copyKey = (baseId: BaseId, id: TableId) => ({ pk: `BASE#${baseId}`, sk: `TABLE#${id}` });

/** The change that adds a table to the list of its base; the list has no use for columns and has no twins. */
export const insertCopy = ({ columns: _, twins: __, threeTwins: ___, ...table }: TableItem): Change =>
  insert({ ...table, ...copyKey(table.baseId, table.id), entity: "tableCopy" });

/** The tables of a base, in their order. */
export async function list(baseId: BaseId): Promise<TableItem[]> {
  const tables = await readAll<TableItem>({ pk: `BASE#${baseId}`, ...keysStartingWith("TABLE#") });
  return tables.sort(byOrder);
}

/** A table as answers show it, without fields, views and records. */
export function head(table: TableItem): TableHead {
  const { id, baseId, name, dbTableName, description, icon, order, defaultViewId } = table;
  const { revision, createdTime, createdBy, lastModifiedTime } = table;
  return {
    id,
    baseId,
    name,
    dbTableName: `${baseId}.${dbTableName}`,
    ...(description && { description }),
    ...(icon && { icon }),
    order,
    defaultViewId,
    version: revision,
    createdTime,
    createdBy,
    lastModifiedTime,
  };
}

/** The message for a `dbTableName` that another table has. */
export const dbNameTaken = (dbTableName: string) => `${dbTableName} is taken by another table of this base`;
