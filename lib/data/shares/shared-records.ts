/* Reads records through a share as through its view, limited to the open fields, for an anonymous visitor. */

import { aggregate, countMatching, groupPoints } from "#lib/data/query/aggregate";
import { listRecords } from "#lib/data/query/list-records";
import type { GroupPoint } from "#lib/engine/query/group-points";
import { openPartOf } from "#lib/engine/views/shared-view";
import { countFitting } from "#lib/schemas/basics/answer-size";
import { limits } from "#lib/schemas/basics/limits";
import type { Record } from "#lib/schemas/records/record";
import type { SharedRecord } from "#lib/schemas/shares/form-submission";
import type {
  SharedAggregationQuery,
  SharedCountQuery,
  SharedGroupPointsQuery,
  SharedRecordPage,
  SharedRecordsQuery,
} from "#lib/schemas/shares/shared-records";
import type { SharedView, SharedViewStart } from "#lib/schemas/shares/shared-view";
import type { AggregationQuery, Aggregations } from "#lib/schemas/tables/aggregation";
import type { RecordListQuery } from "#lib/schemas/tables/list-query";
import { askTogether, askWithoutIndex } from "./ask-together.ts";
import { limitShare } from "./limit-share.ts";
import { sealCursor, unsealCursor } from "./share-cursor.ts";
import { type Share, visitorCaller } from "./shares.ts";
import { withoutTokens } from "./without-tokens.ts";

/** Reads per second, from one network and from all networks together: each may read the whole table. */
const reads = { ofNetwork: { rate: 2, burst: 50 }, ofAll: { rate: 20, burst: 50 } };

/** Throws 429, before anything is read. */
export const limitReads = (share: Share, sourceIp: string): Promise<void> =>
  limitShare(share, sourceIp, { use: "share", what: "requests", ...reads });

/** A page of records, without tokens of files. Throws 400 for invalid queries and cursors. */
export async function listShared(
  share: Share,
  { cursor, ...query }: SharedRecordsQuery,
  now: string,
): Promise<SharedRecordPage> {
  const viewQuery: RecordListQuery = {
    ...through(share, query),
    cellFormat: "json",
    cursor: cursor && unsealCursor(cursor, share),
    projection: query.projection ?? openFieldKeys(share, query),
  };
  const early = { schema: share.schema, rows: undefined };
  const { records, nextCursor, extra } = await listRecords(early, viewQuery, visitorCaller(now));
  return {
    records: records.map(withoutMetadata),
    nextCursor: nextCursor && sealCursor(nextCursor, share),
    ...(extra && { extra: { ...extra, ...groupPointsOf(extra) } }),
  };
}

/** The number of records that match. Throws 400 for invalid queries. */
export const countShared = (share: Share, query: SharedCountQuery, now: string): Promise<number> =>
  askWithoutIndex(share, ["count", query], () =>
    countMatching(share.schema, through(share, query), visitorCaller(now)),
  );

/** Aggregates of the open fields. Throws 400 for invalid queries. */
export const aggregateShared = (
  share: Share,
  query: SharedAggregationQuery,
  now: string,
): Promise<Aggregations> => {
  const viewQuery: AggregationQuery = through(share, query);
  return askTogether(share, ["statistics", query], () =>
    aggregate(share.schema, viewQuery, visitorCaller(now)),
  );
};

/** The groups of the records with their counts; null if the query does not group. Throws 400 for invalid queries. */
export async function listSharedGroups(share: Share, query: SharedGroupPointsQuery, now: string) {
  const points = await askWithoutIndex(share, ["groups", query], () =>
    groupPoints(share.schema, through(share, query), visitorCaller(now)),
  );
  return points && withoutTokensIn(points);
}

/** The members of a visitor's query, for the view of the share. */
export const through = <Query>({ view }: Share, query: Query) => ({
  ...query,
  viewId: view.id,
  ignoreViewQuery: false,
});

/** The first records with the groups of the view, as many as fit into the answer with the view. */
export async function readStart(
  share: Share,
  beside: SharedView,
  now: string,
): Promise<Pick<SharedViewStart, "records" | "extra">> {
  const { group } = openPartOf(share.view, share.schema.fields);
  const query = { ...startQuery, groupBy: group && group.length > 0 ? group : undefined };
  const { records, extra } = await listShared(share, query, now);
  const room = limits.responseBytes - bytesOf(beside) - 100;
  const groupPoints = extra?.groupPoints ? fitting(extra.groupPoints, room / 2) : null;
  return {
    records: fitting(records, room - bytesOf(groupPoints)),
    extra: { groupPoints },
  };
}

const startQuery: SharedRecordsQuery = {
  fieldKeyType: "id",
  take: 50,
  skip: 0,
};

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** The first elements that fit, if any does. */
function fitting<Element>(list: Element[], most: number): Element[] {
  const kept = list.slice(0, countFitting(list, most));
  return bytesOf(kept) <= most ? kept : [];
}

/** The open fields are named, because the view would leave out its hidden fields even if they are shared. */
const openFieldKeys = (
  { view, schema }: Share,
  { fieldKeyType }: Pick<SharedRecordsQuery, "fieldKeyType">,
) => (view.shareMeta?.includeHiddenField ? schema.open.map((field) => field[fieldKeyType]) : undefined);

/** Without the metadata of the record: visitors see creator and times only if fields show them. */
export const withoutMetadata = ({ id, name, fields }: Record): SharedRecord => ({
  id,
  name,
  fields: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, withoutTokens(value)])),
});

const groupPointsOf = ({ groupPoints }: NonNullable<SharedRecordPage["extra"]>) =>
  groupPoints && { groupPoints: withoutTokensIn(groupPoints) };

const withoutTokensIn = (points: GroupPoint[]): GroupPoint[] =>
  points.map((point) => (point.type === 0 ? { ...point, value: withoutTokens(point.value) } : point));
