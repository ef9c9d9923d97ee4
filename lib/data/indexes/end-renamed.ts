/*
 * When a person changes their name, the indexes that sort or filter by names end in all bases that the person can open, and are made again.
 * Other bases, for example those that the person has left: a page that finds another name than the index has reports the index
 * (asked-orders.ts).
 */

import { renamedIn } from "#lib/data/identity/renames";
import { findKept, schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import { placesOf } from "#lib/data/spaces/members";
import type { BaseId, SpaceId, TableId, UserId } from "#lib/schemas/basics/ids";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { type Change, change, tryCommit } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { runTogether } from "#lib/store/retry";
import { readSettledTime } from "#lib/store/running-calls";
import { getItem, getItems, type Item, type Key, keysStartingWith, readAll } from "#lib/store/store";
import { endKept } from "./change-index.ts";
import { listedKey } from "./indexed-tables.ts";
import { liveIndexes } from "./live-indexes.ts";

/** Finds the bases in the trash of a space, or the tables in the trash of a base. */
type DeletedIn = (holder: SpaceId | BaseId) => Promise<(BaseId | TableId)[]>;

const atOnce = 8;
/** Keeps the item, changed, as long as calls run that read the schema before the indexes ended. No index can have been made again by then. */
const heardChange = (item: Item, now: string): Change =>
  change(item, {
    ...{ entity: "heardRename", dueTime: readSettledTime(now) },
    // if no consumer removes the item before
    expiresAt: expiryIn(secondsPerDay, now),
  });

/** Ends such indexes of the user that this item names. */
export async function endRenamed(key: Key, deletedIn: DeletedIn): Promise<void> {
  const item = await getItem<Item>(key);
  // the change was delivered twice: the present indexes were made with the new name
  if (item && item.entity !== "renamed") return;
  await runTogether(
    await findIndexed(renamedIn(key), deletedIn),
    async (tableId) => {
      const table = await findKept(tableId);
      const indexes = table
        ? liveIndexes(await schemaOf(table)).filter(({ namesPeople }) => namesPeople)
        : [];
      await endKept(
        tableId,
        indexes.map((index) => index.item),
      );
    },
    atOnce,
  );
  if (item) await tryCommit([heardChange(item, new Date().toISOString())]);
}

/** The tables with indexes in all bases that a user can open. Tables in the trash are included, because they may be restored. */
async function findIndexed(userId: UserId, deletedIn: DeletedIn): Promise<TableId[]> {
  const [spaces, own] = await Promise.all([
    placesOf<SpaceId>(userId, "SPACE"),
    placesOf<BaseId>(userId, "BASE"),
  ]);
  const ofSpaces = await Promise.all(
    spaces.map(async ({ id }) => {
      const [there, deleted] = await Promise.all([
        readAll<BaseItem>({ pk: `SPACE#${id}`, ...keysStartingWith("BASE#") }),
        deletedIn(id),
      ]);
      return [...there.map((base) => base.id), ...(deleted as BaseId[])];
    }),
  );
  const bases = new Set([...own.map(({ id }) => id), ...ofSpaces.flat()]);
  const tables: TableId[] = [];
  await runTogether(
    [...bases],
    async (id) => {
      const [there, deleted] = await Promise.all([
        readAll<TableItem>({ pk: `BASE#${id}`, ...keysStartingWith("TABLE#") }),
        deletedIn(id),
      ]);
      tables.push(...there.map((table) => table.id), ...(deleted as TableId[]));
    },
    atOnce,
  );
  const listed = tables.length > 0 ? await getItems([...new Set(tables)].map(listedKey)) : [];
  return listed.map(({ sk }) => sk as TableId);
}
