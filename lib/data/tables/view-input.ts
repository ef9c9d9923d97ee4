/* A stored view as a request, for copies of it. */
import type { Schema, ViewItem } from "#lib/data/schema/table-schema";
import { checkView } from "#lib/engine/views/check-view";
import type { NewView } from "#lib/schemas/tables/view-changes";

/** A view in the form of a request that would create it, not shared. Items that do not fit the fields have no effect, and are left out. */
export function viewInput({ viewType: type, options, ...view }: ViewItem, fields: Schema["fields"]): NewView {
  const { pluginInstallId: _, ...kept } = options ?? {};
  const { name, description, sort, filter, group, isLocked, columnMeta } = view;
  const input: NewView = {
    ...{ type, name, columnMeta },
    ...(description && { description }),
    ...(isLocked && { isLocked }),
    ...(options && { options: kept }),
    ...(sort && { sort }),
    ...(filter && { filter }),
    ...(group && { group }),
  };
  const wrong = checkView(input, fields).map(({ path }) => path.split(/[.[]/, 1)[0]);
  return Object.fromEntries(Object.entries(input).filter(([member]) => !wrong.includes(member))) as NewView;
}
