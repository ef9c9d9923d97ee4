/* Deleted records and tables, and the contents of the trash. */
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as deleteSpace } from "#functions/space/delete-space";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as listTrash } from "#functions/trash/list-trash";
import { handler as listTrashItems } from "#functions/trash/list-trash-items";
import { handler as restore } from "#functions/trash/restore-trash-item";
import type { TrashItem } from "#lib/schemas/tables/trash";
import { settleAll } from "#test/support/events/commits";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { tellNews } from "#test/support/store/record-images";

type As = { as: { token: string } };

export const uniqueFields = [
  { name: "Name", type: "singleLineText" },
  { name: "Key", type: "singleLineText", unique: true },
  { name: "Count", type: "number" },
];

/** A table with `count` records, and calls that delete them. */
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

/** Deletes 50 records with a unique value: with the entry of the trash one item more than a transaction takes. The stream has not reported it yet. */
export async function aFullDeletion() {
  const made = await aTableOf(50);
  await settleAll();
  const { owner: as, params, ids } = made;
  const shown = async () => (await call(listRecords, { as, params })).body.records;
  const before = await shown();
  const { status } = await call(deleteListedRecords, { as, params, body: { recordIds: ids } });
  if (status !== 200) throw new Error(`not deleted: ${status}`);
  return { ...made, as, shown, before };
}

/** What was deleted in a table: records, fields, views. */
export const trashedIn = async ({ as }: As, tableId: string): Promise<TrashItem[]> =>
  (await call(listTrashItems, { as, query: { tableId } })).body.items;
export const recordItems = async (asking: As, tableId: string): Promise<TrashItem[]> =>
  (await trashedIn(asking, tableId)).filter(({ resourceType }) => resourceType === "record");
export const tableItems = async ({ as }: As, baseId: string): Promise<TrashItem[]> =>
  (await call(listTrash, { as, query: { baseId } })).body.items;

/** The deleted spaces or bases that a person may restore, as the list gives them. */
export const trashedPlaces = async ({ as }: As, resourceType: "space" | "base", cursor?: string) =>
  (await call(listTrash, { as, query: { resourceType, ...(cursor && { cursor }) } })).body;

export const trashBase = async ({ as }: As, baseId: string): Promise<string> =>
  (await call(deleteBase, { as, params: { baseId } })).body.trashId;
export const trashSpace = async ({ as }: As, spaceId: string): Promise<string> =>
  (await call(deleteSpace, { as, params: { spaceId } })).body.trashId;

export const bringBack = (trashId: string, asking: As & { headers?: Record<string, string> }) =>
  call(restore, { ...asking, params: { trashId } });

export const trashTable = async ({ as }: As, params: { baseId: string; tableId: string }): Promise<string> =>
  (await call(deleteTable, { as, params })).body.trashId;
