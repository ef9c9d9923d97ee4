/*
 * A person has taken another name: indexes that sort or filter by names end, in all bases that the person can open, and are made anew. A page that
 * meets somebody else under another name than the index says reports it (asked-orders.ts): people who have left a base, for example.
 */

import { readSchema, type TableItem } from "#lib/data/schema/table-schema";
import type { BaseItem } from "#lib/data/spaces/bases";
import { placesOf } from "#lib/data/spaces/members";
import type { BaseId, SpaceId, TableId, UserId } from "#lib/schemas/basics/ids";
import { change } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItems, keysStartingWith, readAll } from "#lib/store/store";
import { changeIndex } from "./change-index.ts";
import { isKept } from "./index-items.ts";
import { listedKey } from "./indexed-tables.ts";
import { liveIndexes } from "./live-indexes.ts";

const atOnce = 8;

/** Ends them, any number of times. */
export async function endRenamed(userId: UserId): Promise<void> {
  await runTogether(
    await findIndexed(userId),
    async (tableId) => {
      const indexes = liveIndexes(await readSchema(tableId)).filter(({ namesPeople }) => namesPeople);
      for (const { item } of indexes)
        await changeIndex(tableId, item.id, (now) =>
          isKept(now) ? change(now, { state: "ended" }) : undefined,
        );
    },
    atOnce,
  );
}

/** The tables with indexes in all bases that a user can open. */
async function findIndexed(userId: UserId): Promise<TableId[]> {
  const [spaces, own] = await Promise.all([
    placesOf<SpaceId>(userId, "SPACE"),
    placesOf<BaseId>(userId, "BASE"),
  ]);
  const ofSpaces = await Promise.all(
    spaces.map(({ id }) => readAll<BaseItem>({ pk: `SPACE#${id}`, ...keysStartingWith("BASE#") })),
  );
  const bases = new Set([...own, ...ofSpaces.flat()].map(({ id }) => id));
  const tables: TableId[] = [];
  await runTogether(
    [...bases],
    async (id) => {
      const found = await readAll<TableItem>({ pk: `BASE#${id}`, ...keysStartingWith("TABLE#") });
      tables.push(...found.filter(({ deletedTime }) => !deletedTime).map((table) => table.id));
    },
    atOnce,
  );
  const listed = tables.length > 0 ? await getItems(tables.map(listedKey)) : [];
  return listed.map(({ sk }) => sk as TableId);
}
