/* What a window asks for. */
import type { WindowQuery } from "../bars/list-query.ts";

/** Whether the records are those with a text: then any changed cell may be one that is searched. */
export const isSearched = ({ which }: WindowQuery): boolean => new URLSearchParams(which).has("search[]");
