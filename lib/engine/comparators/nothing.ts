import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { ComparatorOf } from "./comparator.ts";

/** For fields that cannot be filtered or sorted by; only isEmpty makes sense. */
export const nothing: ComparatorOf<StoredCell> = () => ({
  tests: {},
  sortKey: () => 0,
  search: () => () => false,
});
