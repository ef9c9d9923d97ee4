/* Ends shares of views that would show strangers more records than before, because their filter lost what it can no longer mean. */

import { mayShowMore } from "#lib/engine/views/unfit-items";
import type { SchemaDraft } from "./schema-draft.ts";

/** Adds the ends of such shares to a draft. */
export function endOpenedShares(draft: SchemaDraft): void {
  for (const { view, changes } of draft.all().flatMap((edit) => edit.changedViews())) {
    // a form shows no records
    const isOpen = view.enableShare && view.viewType !== "form";
    if (isOpen && "filter" in changes && mayShowMore(view.filter, changes.filter)) draft.endShare(view);
  }
}
