/* A calendar through a share: its days and records have open fields only. */

import { collectDays } from "#lib/data/query/calendar-days";
import type { SharedCalendarDays, SharedCalendarQuery } from "#lib/schemas/shares/shared-records";
import { askWithoutIndex } from "./ask-together.ts";
import { through, withoutMetadata } from "./shared-records.ts";
import { type Share, visitorCaller } from "./shares.ts";

/** Counts and first records by day. Throws 400 as `collectDays`. */
export async function collectSharedDays(
  share: Share,
  query: SharedCalendarQuery,
  now: string,
): Promise<SharedCalendarDays> {
  const { view, schema } = share;
  // the view itself would leave out its hidden fields, even if they are shared
  const shown = view.shareMeta?.includeHiddenField ? schema.open : undefined;
  const days = await askWithoutIndex(share, ["days", query], () =>
    collectDays(schema, through(share, query), visitorCaller(now), shown),
  );
  return { ...days, records: days.records.map(withoutMetadata) };
}
