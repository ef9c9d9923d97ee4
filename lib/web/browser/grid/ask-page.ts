/* The pages of a list, as a window shows it. */
import type { WindowQuery } from "../bars/list-query.ts";
import { callApi } from "../call.ts";
import type { GridPage } from "./answers.ts";
import type { AskPage } from "./rows.ts";

/** Asks for pages of a list. `cellsOf` gives the ids of the fields whose cells are wanted; undefined for all that the view shows. */
export const askPagesOf =
  (
    tableId: string,
    { which, order }: WindowQuery,
    cellsOf: (isBrief: boolean) => readonly string[] | undefined,
  ): AskPage =>
  ({ take, skip, cursor, isBrief }) => {
    const page = new URLSearchParams({ take: `${take}` });
    if (cursor !== undefined) page.set("cursor", cursor);
    if (skip) page.set("skip", `${skip}`);
    for (const id of cellsOf(isBrief) ?? []) page.append("projection", id);
    const all = [which, order, `${page}`].filter(Boolean).join("&");
    return callApi<GridPage>("GET", `/table/${tableId}/record?${all}`);
  };

/** How many records a list has. */
export const countRows = (tableId: string, { which }: WindowQuery): Promise<number> =>
  callApi<{ rowCount: number }>("GET", `/table/${tableId}/aggregation/row-count?${which}`).then(
    ({ rowCount }) => rowCount,
  );
