/* Records and tables that were deleted, and what is in the trash. */
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as listTrash } from "#functions/trash/list-trash";
import { handler as listTrashItems } from "#functions/trash/list-trash-items";
import { handler as restore } from "#functions/trash/restore-trash-item";
import type { TrashItem } from "#lib/schemas/trash";
import { call } from "#test/support/call";
import { aTable } from "#test/support/makers";
import { tellNews } from "#test/support/past";

type As = { as: { token: string } };

export const uniqueFields = [
  { name: "Name", type: "singleLineText" },
  { name: "Key", type: "singleLineText", unique: true },
  { name: "Count", type: "number" },
];

/** A table with so many records, and how they are deleted. */
export async function aTableOf(count: number, input: object = {}) {
  const records = Array.from({ length: count }, (_, i) => ({
    fields: { Name: `n${i}`, Key: `k${i}`, Count: i },
  }));
  const made = await aTable({ fields: uniqueFields, records, ...input });
  const { owner: as, tableId } = made;
  const params = { tableId: tableId as string };
  const ids: string[] = made.table.records.map(({ id }: { id: string }) => id);
  async function remove(...recordIds: string[]) {
    const { status } = await call(deleteListedRecords, { as, params, body: { recordIds } });
    if (status !== 200) throw new Error(`not deleted: ${status}`);
    await tellNews();
  }
  return { ...made, params, ids, remove, items: () => recordItems({ as }, tableId) };
}

export const recordItems = async ({ as }: As, tableId: string): Promise<TrashItem[]> =>
  (await call(listTrashItems, { as, query: { tableId } })).body.items;
export const tableItems = async ({ as }: As, baseId: string): Promise<TrashItem[]> =>
  (await call(listTrash, { as, query: { baseId } })).body.items;

export const bringBack = (trashId: string, asking: As & { headers?: Record<string, string> }) =>
  call(restore, { ...asking, params: { trashId } });

export const trashTable = async ({ as }: As, params: { baseId: string; tableId: string }): Promise<string> =>
  (await call(deleteTable, { as, params })).body.trashId;
