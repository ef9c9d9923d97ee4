/*
 * Ends the indexes whose entries a change of fields makes wrong, in the commit of that change. Writers stop keeping such an index as soon as
 * they read the new schema. If the fields were changed back, an index that was not ended would be used again, without the records that were
 * written in between.
 */

import type { IndexItem } from "#lib/data/schema/table-schema";
import { loadCellCode } from "#lib/engine/cells/connect-fields";
import { connectAgain } from "#lib/engine/fields/connect-again";
import type { Field } from "#lib/engine/fields/field";
import { type Change, change } from "#lib/store/commit";
import { basisOf, defineIndex } from "./index-definition.ts";
import { isKept } from "./index-items.ts";

/**
 * The changes that end indexes of a table whose fields become `fields`: an index ends if the basis of its entries differs then. tend-indexes.ts
 * makes new indexes.
 */
export async function endChangedIndexes(
  indexes: readonly IndexItem[],
  fields: readonly Field[],
): Promise<Change[]> {
  // formulas and lookups were connected with the fields as they were
  const after = connectAgain(fields);
  // this may be the first field of its type in this process
  await loadCellCode(after);
  return indexes.flatMap((index) => {
    if (!isKept(index)) return [];
    const defined = defineIndex(index, after);
    const isValid = defined && basisOf(defined, index.basis.lengths).hash === index.basis.hash;
    return isValid ? [] : [change(index, { state: "ended" })];
  });
}
