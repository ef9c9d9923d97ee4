/* What others change, for views with cards. */
import { useEffect, useRef } from "preact/hooks";
import type { View } from "#lib/schemas/tables/view";
import type { WindowQuery } from "../bars/list-query.ts";
import { findRowsChanged, type RowsChanged } from "../live/changes.ts";
import type { TableFeed } from "../live/feed.ts";
import { readOwnId } from "../live/own-id.ts";
import { isSearched } from "./which.ts";

/** Says to others that the person is in the view, and says what has changed of the records of a view. `placedBy`: fields whose cells give a record its place, besides those of the view. */
export function useHeard(
  feed: TableFeed,
  { view, query, placedBy }: { view: View; query: WindowQuery; placedBy: readonly (string | undefined)[] },
  hear: (changed: RowsChanged) => void,
): void {
  const group = placedBy.flatMap((fieldId) => (fieldId ? [{ fieldId, order: "asc" as const }] : []));
  const now = { of: { ...view, group: [...(view.group ?? []), ...group] }, query, hear };
  const latest = useRef(now);
  latest.current = now;
  useEffect(() => feed.enter(view.id), [feed, view.id]);
  useEffect(
    () =>
      feed.listen((heard) => {
        void readOwnId().then((userId) => {
          const { of, query, hear } = latest.current;
          const changed = findRowsChanged(heard, of, userId);
          if (changed) hear({ ...changed, hasMoved: changed.hasMoved || isSearched(query) });
        });
      }),
    [feed],
  );
}
