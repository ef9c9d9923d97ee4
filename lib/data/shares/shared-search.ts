/* Search through a share: the hits in its open fields, among the records that its view shows. */

import { countHits, listHits } from "#lib/data/query/search-hits";
import type { SharedSearchCountQuery, SharedSearchIndexQuery } from "#lib/schemas/shares/shared-records";
import { askTogether } from "./ask-together.ts";
import { sealCursor, unsealCursor } from "./share-cursor.ts";
import { through } from "./shared-records.ts";
import { type Share, visitorCaller } from "./shares.ts";

/** How many cells contain the text of the search. Throws 400 for invalid queries. */
export const countSharedHits = (share: Share, query: SharedSearchCountQuery, now: string): Promise<number> =>
  askTogether(share, ["searchCount", query], () =>
    countHits(share.schema, through(share, query), visitorCaller(now)),
  );

/** A page of hits. Its cursor is encrypted, because it contains cells. Throws 400 for invalid queries and cursors. */
export async function listSharedHits(
  share: Share,
  { cursor, ...query }: SharedSearchIndexQuery,
  now: string,
): Promise<Awaited<ReturnType<typeof listHits>>> {
  const inside = { ...through(share, query), cursor: cursor && unsealCursor(cursor, share) };
  const { hits, nextCursor } = await askTogether(share, ["searchIndex", inside], () =>
    listHits(share.schema, inside, visitorCaller(now)),
  );
  return { hits, nextCursor: nextCursor && sealCursor(nextCursor, share) };
}
