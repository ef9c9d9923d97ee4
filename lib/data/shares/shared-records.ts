/* Records through a share: as through its view, by the fields that are open, for nobody in particular. */

import { aggregate, countMatching } from "#lib/data/query/aggregate";
import { listRecords } from "#lib/data/query/list-records";
import type { Record } from "#lib/schemas/records/record";
import type { SharedRecord } from "#lib/schemas/shares/form-submission";
import type {
  SharedAggregationQuery,
  SharedCountQuery,
  SharedRecordPage,
  SharedRecordsQuery,
} from "#lib/schemas/shares/shared-records";
import type { AggregationQuery, Aggregations } from "#lib/schemas/tables/aggregation";
import type { RecordListQuery } from "#lib/schemas/tables/query-plan";
import { limitShare } from "./limit-share.ts";
import { sealCursor, unsealCursor } from "./share-cursor.ts";
import { type Share, visitorCaller } from "./shares.ts";

/** Each may read the whole table, for whoever has the address: so often a second from one network, and by all together. */
const reads = { ofNetwork: { rate: 2, burst: 50 }, ofAll: { rate: 20, burst: 50 } };

/** Before anything is read. */
export const limitReads = (share: Share, sourceIp: string): Promise<void> =>
  limitShare(share, sourceIp, { use: "share", what: "requests", ...reads });

export async function listShared(
  share: Share,
  { cursor, ...query }: SharedRecordsQuery,
  now: string,
): Promise<SharedRecordPage> {
  const asked: RecordListQuery = {
    ...through(share, query),
    cellFormat: "json",
    cursor: cursor && unsealCursor(cursor, share),
    projection: query.projection ?? allOf(share, query),
  };
  const early = { schema: share.schema, rows: undefined };
  const { records, nextCursor, extra } = await listRecords(early, asked, visitorCaller(now));
  return {
    records: records.map(withoutOthers),
    nextCursor: nextCursor && sealCursor(nextCursor, share),
    ...(extra && { extra: { ...extra, ...pointsOf(extra) } }),
  };
}

export const countShared = (share: Share, query: SharedCountQuery, now: string): Promise<number> =>
  countMatching(share.schema, through(share, query), visitorCaller(now));

export const aggregateShared = (
  share: Share,
  query: SharedAggregationQuery,
  now: string,
): Promise<Aggregations> => {
  const asked: AggregationQuery = through(share, query);
  return aggregate(share.schema, asked, visitorCaller(now));
};

const through = <Query>({ view }: Share, query: Query) => ({
  ...query,
  viewId: view.id,
  ignoreViewQuery: false,
});

/** A view leaves out what it hides, also where that is shared. */
const allOf = ({ view, schema }: Share, { fieldKeyType }: Pick<SharedRecordsQuery, "fieldKeyType">) =>
  view.shareMeta?.includeHiddenField ? schema.open.map((field) => field[fieldKeyType]) : undefined;

/** Who made it, and when, is said by fields alone. */
const withoutOthers = ({ id, name, fields }: Record): SharedRecord => ({
  id,
  name,
  fields: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, withoutTokens(value)])),
});

const pointsOf = ({ groupPoints }: NonNullable<SharedRecordPage["extra"]>) =>
  groupPoints && {
    groupPoints: groupPoints.map((point) =>
      point.type === 0 ? { ...point, value: withoutTokens(point.value) } : point,
    ),
  };

/** Files are read by the addresses that come with them; by a token they could be put into records. */
const withoutTokens = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((each) => (isFile(each) ? withoutToken(each) : each)) : value;

const isFile = (value: unknown): value is { token: string; mimetype: string } =>
  typeof value === "object" && value !== null && "token" in value && "mimetype" in value;
const withoutToken = ({ token: _, ...file }: { token: string }) => file;
