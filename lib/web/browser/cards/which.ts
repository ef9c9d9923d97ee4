/* Queries of a part of what a window shows. */
import type { Filter } from "#lib/schemas/tables/filter";
import type { WindowQuery } from "../bars/list-query.ts";

/** The query with one more filter, in addition to what it has. */
export function addFilter({ which, order }: WindowQuery, filter: Filter): WindowQuery {
  const changed = new URLSearchParams(which);
  const own = changed.get("filter");
  const filterSet: Filter[] = own === null ? [filter] : [JSON.parse(own), filter];
  changed.set("filter", JSON.stringify({ conjunction: "and", filterSet } satisfies Filter));
  return { which: `${changed}`, order };
}

/** Whether the records are those with a text: then any changed cell may be one that is searched. */
export const isSearched = ({ which }: WindowQuery): boolean => new URLSearchParams(which).has("search[]");
