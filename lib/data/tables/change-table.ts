/* Changes the members of a table that the list of tables shows: its names, description, icon and place. */

import type { Caller } from "#lib/data/identity/caller";
import { mayHaveLinks } from "#lib/data/links/link-items";
import { find, schemaOf, type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { copyKey, dbNameTaken, list } from "#lib/data/schema/tables";
import * as bases from "#lib/data/spaces/bases";
import { keepReason } from "#lib/data/write/keep-operation";
import { placeBeside } from "#lib/engine/values/list-order";
import { invalid, notFound, unknownInside } from "#lib/schemas/basics/error";
import type { BaseId, TableId } from "#lib/schemas/basics/ids";
import type { TablePlace } from "#lib/schemas/tables/table";
import { type Change, change, commit, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { mergeUpdates } from "#lib/store/merge-updates";
import { getItem, getItems } from "#lib/store/store";

type TableChange = {
  name?: string;
  dbTableName?: string;
  description?: string | undefined;
  icon?: string | undefined;
  order?: number;
};

const revise = (item: TableItem, attributes: TableChange & { lastModifiedTime?: string }) =>
  change(item, { ...attributes, revision: item.revision + 1 });

/** Changes members of a table that the list of tables shows. Throws 404 if it was deleted. */
export async function update({ id, baseId }: TableItem, changes: TableChange, caller: Caller): Promise<void> {
  await withCopy(id, baseId, (table, copy, base) => {
    const attributes = { ...changes, lastModifiedTime: caller.now };
    return commitChange(
      table,
      [revise(table, attributes), revise(copy, attributes), change(base, {})],
      caller,
    );
  });
}

/** Changes the name for programs, also where link fields name it. Throws 400 if another table of the base has it in any spelling, 404 if the table was deleted. */
export async function setDbName(
  { id, baseId }: TableItem,
  dbTableName: string,
  caller: Caller,
): Promise<void> {
  await withCopy(id, baseId, async (table, copy, base) => {
    const [listed, schema] = await Promise.all([list(baseId), schemaOf(table)]);
    const same = listed.find(
      (other) => other.dbTableName.toLowerCase() === dbTableName.toLowerCase() && other.id !== id,
    );
    if (same) throw invalid([{ path: "dbTableName", message: dbNameTaken(dbTableName) }]);
    const attributes = { dbTableName, lastModifiedTime: caller.now };
    const followed = mayHaveLinks(schema)
      ? await (await import("#lib/data/link-fields/rename-host")).renameHost(schema, dbTableName)
      : [];
    const changes = [revise(table, attributes), revise(copy, attributes), change(base, {}), ...followed];
    await commitChange(table, mergeUpdates(changes), caller);
  });
}

/** Moves a table before or after another one; throws 404 if that is not in the base. */
export async function move({ id, baseId }: TableItem, place: TablePlace, caller: Caller): Promise<void> {
  await withCopy(id, baseId, async (table, copy, base) => {
    const others = (await list(baseId)).filter((other) => other.id !== id);
    const room = placeBeside(others, place);
    if (!room) throw unknownInside([{ path: "anchorId", message: "must be another table of this base" }]);
    const attributes = { order: room.order, lastModifiedTime: caller.now };
    const items = await getItems<TableItem>(room.moved.map(({ other }) => tableKey(other.id)));
    const changes = [
      ...[revise(table, attributes), revise(copy, attributes), change(base, {})],
      ...room.moved.flatMap(({ other, order }) =>
        [other, ...items.filter(({ pk }) => pk === tableKey(other.id).pk)].map((item) =>
          revise(item, { order }),
        ),
      ),
    ];
    await commitChange(table, changes, caller);
  });
}

/** Members that the list of tables shows are not undone. */
const commitChange = async ({ id }: TableItem, changes: Change[], caller: Caller): Promise<void> =>
  commit(
    await keepReason(
      [...changes, ...keepAnswer(caller, undefined)],
      id,
      "a change of the table itself is not undone",
      caller,
    ),
  );

/** Runs `work` with a table, its copy in the base's list, and the base; again after a conflict. Throws 404 if one was deleted. */
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
