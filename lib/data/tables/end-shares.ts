/* Ends shares of views that would show strangers more records than before, because their filter lost what it can no longer mean. */

import type { ViewItem } from "#lib/data/schema/table-schema";
import { endShareChanges } from "#lib/data/schema/views";
import { mayShowMore } from "#lib/engine/views/unfit-items";
import type { ViewId } from "#lib/schemas/basics/ids";
import type { Change } from "#lib/store/commit";
import { mergeUpdates } from "#lib/store/merge-updates";

/** The changes of a call, with those that end such shares, and the views that were shared. */
export function endOpenedShares(changes: Change[]): { changes: Change[]; ended: ViewId[] } {
  const opened = changes.flatMap((each) => {
    if (each.op !== "update" || each.before.entity !== "view") return [];
    const [before, after] = [each.before as ViewItem, each.item as Partial<ViewItem>];
    // a form shows no records
    const isOpen = before.enableShare && before.viewType !== "form";
    return isOpen && mayShowMore(before.filter, after.filter) ? before : [];
  });
  // what lookups show more of has ended others
  const ended = changes.flatMap((each) => {
    if (each.op !== "update" || each.before.entity !== "view") return [];
    const view = each.before as ViewItem;
    return view.enableShare && !each.item["enableShare"] ? [view.id] : [];
  });
  const left = opened.filter(({ id }) => !ended.includes(id));
  if (left.length === 0) return { changes, ended };
  const ending = left.flatMap(endShareChanges);
  return { changes: mergeUpdates([...changes, ...ending]), ended: [...ended, ...left.map(({ id }) => id)] };
}
