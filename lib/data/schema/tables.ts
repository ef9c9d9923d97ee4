/*
 * The tables of a base.
 *
 *          pk            sk           cost
 *  table   TABLE#<id>    TABLE        table-schema.ts
 *  copy    BASE#<base>   TABLE#<id>   the base's list of tables: one Query; written with the table, 2 × 2 WCU
 *
 * Whatever changes a table's place in its base's list (name, dbTableName, order) changes the base's version too: of two
 * who want the same name at once, one looks again.
 */

import * as bases from "#lib/data/spaces/bases";
import { placeBeside } from "#lib/engine/values/list-order";
import { notFound, unknownInside } from "#lib/schemas/basics/error";
import type { BaseId, TableId } from "#lib/schemas/basics/ids";
import type { TableHead, TablePlace } from "#lib/schemas/tables/table";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { keepAnswer, type RequestInfo } from "#lib/store/idempotency-records";
import { getItem, getItems, keysStartingWith, readAll } from "#lib/store/store";
import { byOrder, find, type TableItem, tableKey } from "./table-schema.ts";

export const copyKey = (baseId: BaseId, id: TableId) => ({ pk: `BASE#${baseId}`, sk: `TABLE#${id}` });

/** The tables of a base, in their order. */
export async function list(baseId: BaseId): Promise<TableItem[]> {
  const tables = await readAll<TableItem>({ pk: `BASE#${baseId}`, ...keysStartingWith("TABLE#") });
  return tables.sort(byOrder);
}

/** A table as answers show it, without what is in it. */
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

type TableChange = {
  name?: string;
  description?: string | undefined;
  icon?: string | undefined;
  order?: number;
};

const revise = (item: TableItem, attributes: TableChange & { lastModifiedTime?: string }) =>
  change(item, { ...attributes, revision: item.revision + 1 });

/** Changes what the list of tables shows of one. */
export async function update(
  { id, baseId }: TableItem,
  changes: TableChange,
  caller: RequestInfo,
): Promise<void> {
  await withCopy(id, baseId, (table, copy, base) => {
    const attributes = { ...changes, lastModifiedTime: caller.now };
    return commit([
      ...[revise(table, attributes), revise(copy, attributes), change(base, {})],
      ...keepAnswer(caller, undefined),
    ]);
  });
}

/** Puts a table beside another. */
export async function move({ id, baseId }: TableItem, place: TablePlace, caller: RequestInfo): Promise<void> {
  await withCopy(id, baseId, async (table, copy, base) => {
    const others = (await list(baseId)).filter((other) => other.id !== id);
    const room = placeBeside(others, place);
    if (!room) throw unknownInside([{ path: "anchorId", message: "is no other table of this base" }]);
    const attributes = { order: room.order, lastModifiedTime: caller.now };
    const items = (await getItems(room.moved.map(({ other }) => tableKey(other.id)))) as TableItem[];
    await commit([
      ...[revise(table, attributes), revise(copy, attributes), change(base, {})],
      ...room.moved.flatMap(({ other, order }) =>
        [other, ...items.filter(({ pk }) => pk === tableKey(other.id).pk)].map((item) =>
          revise(item, { order }),
        ),
      ),
      ...keepAnswer(caller, undefined),
    ]);
  });
}

/** Does work with a table, its entry in the base's list, and the base, again when one of them was changed meanwhile. */
export async function withCopy<Result>(
  id: TableId,
  baseId: BaseId,
  work: (table: TableItem, copy: TableItem, base: bases.BaseItem) => Promise<Result>,
): Promise<Result> {
  return retryOnConflict(async () => {
    const [table, copy, base] = await Promise.all([
      find(id),
      getItem<TableItem>(copyKey(baseId, id)),
      bases.find(baseId),
    ]);
    if (!table || !copy || !base) throw notFound("table", id);
    return work(table, copy, base);
  });
}
