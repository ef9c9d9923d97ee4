/* Takes back what was deleted a moment ago. DELETE takes no key by which one call could be undone, so it is looked for in the trash. */
import type { TrashPage } from "#lib/schemas/tables/trash";
import { callApi } from "./call.ts";
import { appTexts } from "./texts.ts";

/** Restores the deleted field or view of a table. Throws an error if it is not in the trash. */
export async function restoreDeleted(tableId: string, id: string): Promise<void> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = new URLSearchParams({ tableId, ...(cursor && { cursor }) });
    const page: TrashPage = await callApi<TrashPage>("GET", `/trash/items?${query}`);
    const found = page.trashItems.find(({ resourceIds }) => resourceIds.includes(id));
    if (found) {
      await callApi("POST", `/trash/restore/${found.id}`);
      return;
    }
    cursor = page.nextCursor;
  }
  throw new Error(appTexts.notInTrash);
}
