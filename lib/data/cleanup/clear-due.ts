/* When the time in the trash is over, starts clearing spaces, bases, tables and fields, on behalf of the person who deleted them. */

import { clearOne } from "#lib/data/tables/remove-table";
import { clearBaseOnTime } from "#lib/data/trash/remove-base";
import { clearSpaceOnTime } from "#lib/data/trash/remove-space";
import { trashDue } from "#lib/data/trash/trash";
import type { BaseId, FieldId, SpaceId, TableId, UserId } from "#lib/schemas/basics/ids";
import { type Item, readAll } from "#lib/store/store";

/** Starts to clear what has been in the trash long enough at `now` (ISO 8601 UTC). */
export async function clearDue(now: string): Promise<void> {
  const due = await readAll<DueItem>({ pk: trashDue, to: now });
  for (const item of due) await clear(item, now);
}

type DueItem = Item & {
  spaceId: SpaceId;
  baseId: BaseId;
  tableId: TableId;
  /** Of fields. */
  fieldIds: FieldId[];
  deletedTime: string;
  userId: UserId;
};

async function clear(item: DueItem, now: string): Promise<void> {
  const { entity, spaceId, baseId, tableId, userId, ...fields } = item;
  if (entity === "dueSpace") await clearSpaceOnTime(spaceId, now);
  else if (entity === "dueBase") await clearBaseOnTime(baseId, now);
  else if (entity === "dueTable") await clearOne(tableId, now);
  else {
    const { clearKept } = await import("#lib/data/tables/restore-fields");
    await clearKept({ ...fields, tableId }, { userId, now });
  }
}
