/* The conditions of a draft: which records can be linked, or are looked up. */
import type { Filter } from "#lib/schemas/tables/filter";
import { findValueless } from "../bars/filter-tree.ts";
import { type FieldDraft, isLookingUp } from "./draft.ts";

const isFilter = (value: unknown): value is Filter =>
  typeof value === "object" && value !== null && "filterSet" in value && Array.isArray(value.filterSet);

/** What an option has, if it is a filter. */
export const findFilter = (value: unknown): Filter | undefined => (isFilter(value) ? value : undefined);

/** The place of the first condition that needs a value and has none. */
export function findLack({ kind, options, lookup }: FieldDraft): string | undefined {
  const filter = findFilter(
    isLookingUp(kind) ? lookup?.filter : kind === "link" ? options["filter"] : undefined,
  );
  return filter && findValueless(filter, undefined);
}
