/* Ends the indexes whose keys a change of fields makes wrong. It does so in the commit of that change, so writers stop keeping them at once. */

import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import { loadCellCode } from "#lib/engine/cells/connect-fields";
import { type Change, change } from "#lib/store/commit";
import { basisOf, defineIndex } from "./index-definition.ts";
import { isKept } from "./index-items.ts";

/** The index changes that belong to these changes of a table's fields. tend-indexes.ts makes new indexes. */
export async function endChangedIndexes({ indexes, fields }: Schema, changes: Change[]): Promise<Change[]> {
  const changed = new Map<string, FieldItem>();
  for (const each of changes)
    if (each.op === "update" && each.item.pk === indexes[0]?.pk)
      changed.set(String(each.item["id"]), each.item as FieldItem);
  const after = fields.flatMap((field) => {
    const now = changed.get(field.id) ?? field;
    return now.entity === "field" ? [now] : [];
  });
  // this may be the first field of its type in this process
  await loadCellCode(after);
  return indexes.flatMap((index) => {
    if (!isKept(index)) return [];
    const defined = defineIndex(index, after);
    const isValid = defined && basisOf(defined, index.basis.lengths).hash === index.basis.hash;
    return isValid ? [] : [change(index, { state: "ended" })];
  });
}
