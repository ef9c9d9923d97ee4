/* Places in a list, by which a far row is reached at once. */
import type { RowPlaces } from "#lib/schemas/tables/list-query";
import type { WindowQuery } from "../bars/list-query.ts";
import { callApi } from "../call.ts";
import type { ListPlace } from "./rows.ts";

/** All places of the list that a window shows, in its order; only that of row 0 if the server has no others. */
export async function readListPlaces(tableId: string, { which, order }: WindowQuery): Promise<ListPlace[]> {
  const places: ListPlace[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = [which, order, cursor && `${new URLSearchParams({ cursor })}`].filter(Boolean).join("&");
    const path = `/table/${tableId}/record/places?${query}`;
    const page: RowPlaces = await callApi<RowPlaces>("GET", path);
    places.push(...page.places);
    cursor = page.nextCursor;
  }
  return places;
}
