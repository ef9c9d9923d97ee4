/*
 * What restoring link fields needs besides the fields and their views (restore-fields.ts). Their links stayed where they are, and followed
 * records that were deleted or restored meanwhile (lib/data/links/link-ends.ts). So they are there again at once; only titles may be old:
 *
 *   options     without what was deleted meanwhile in the table that it shows; an error while that is in the trash
 *   DEPENDENT   stands for a link field again
 *   jobs        read the titles again, the fields are pending meanwhile
 */

import type { Caller } from "#lib/data/identity/caller";
import { givesTitles, primaryOf } from "#lib/data/link-fields/check-link";
import { followTitles } from "#lib/data/link-fields/follow-titles";
import { refuseManyDependents } from "#lib/data/link-fields/new-link-changes";
import { optionsWithout } from "#lib/data/link-fields/remove-links";
import { isLink } from "#lib/data/links/link-items";
import type { FieldItem, GoneField } from "#lib/data/schema/table-schema";
import type { SchemaDraft } from "#lib/data/schema-edits/schema-draft";
import type { TableEdit } from "#lib/data/schema-edits/table-edit";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { filterFromTrash } from "#lib/engine/views/filters-in-trash";
import { itemsOf } from "#lib/schemas/tables/filter";

/** The fields that are restored in one table, or whose clearing begins there. */
export interface Part {
  edit: TableEdit;
  items: (GoneField & FieldItem)[];
}

/** Completes the edits of restored link fields, and adds the jobs. Throws 400 for too many link fields to a table. */
export async function restoreLinks(parts: Part[], draft: SchemaDraft, caller: Caller): Promise<void> {
  const toTable = new Map<TableEdit, object[]>();
  for (const { edit, items } of parts)
    for (const item of items) {
      if (!isLink(item)) continue;
      const { schema } = edit;
      const shown = await draft.of(item.options.foreignTableId);
      // the other table is being cleared, so the field becomes text
      if (!shown || shown.schema.table.deletedTime) edit.changeField(item.id, { hasError: true });
      if (!shown) continue;
      const options = optionsNow(item.options, shown);
      edit.changeField(item.id, { options });
      shown.changeKeptDependent(item.id, options);
      toTable.set(shown, [...(toTable.get(shown) ?? []), { options }]);
      // titles of a table in the trash are read again when it is restored
      if (schema.table.deletedTime) continue;
      edit.changeField(item.id, { pending: followTitles(draft, schema, item.id, caller) });
    }
  for (const [{ schema }, added] of toTable)
    refuseManyDependents(schema.table.id, [...schema.dependents, ...added], "");
}

/** The options without deleted fields and views; titles come from a field that can give them. */
function optionsNow(options: LinkOptions, shown: TableEdit): LinkOptions {
  const fields = shown.fieldsAfter();
  const there = new Set<string>(fields.map(({ id }) => id));
  const { lookupFieldId, filterByViewId, visibleFieldIds, filter } = options;
  const ids = [
    lookupFieldId,
    ...(visibleFieldIds ?? []),
    ...(filter ? itemsOf(filter) : []).map((each) => each.fieldId),
  ];
  const gone = new Set<string>(ids.filter((id) => !there.has(id)));
  const titles = fields.find(({ id }) => id === lookupFieldId);
  if (titles && !givesTitles(titles)) gone.add(lookupFieldId);
  const named = optionsWithout(options, gone, primaryOf(fields));
  const left = named.filter
    ? { ...named, filter: filterFromTrash(named.filter, fields, { keepsGone: true }) ?? null }
    : named;
  const isViewGone = filterByViewId && !shown.schema.views.some(({ id }) => id === filterByViewId);
  return isViewGone ? { ...left, filterByViewId: null } : left;
}
