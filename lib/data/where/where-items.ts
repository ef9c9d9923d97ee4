/*
 * What a job has to write to more records than one commit can. One commit writes some of the records together with how far the job came, so each
 * record is written once, even if a turn is cut off.
 *
 *  entity        pk           sk            cost
 *  where         WHERE#<job>  WHERE         what to write: get 1 RCU for each 4 KB in each turn; removed at the end
 *  whereState    WHERE#<job>  STATE         how far it came: 2 WCU with each commit of the job; removed at the end
 *  whereRecords  WHERE#<job>  IDS#<number>  up to 1,000 of the records found, 40 KB: 2 WCU for each KB; removed once they are written
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import type { QueryInput, QueryPlan } from "#lib/data/query/query-plan";
import type { Schema } from "#lib/data/schema/table-schema";
import { keepOperation } from "#lib/data/write/keep-operation";
import { makeFieldKeys } from "#lib/engine/fields/field-keys";
import { AppError, invalid } from "#lib/schemas/basics/error";
import type { JobId, RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { type Filter, isFilterGroup } from "#lib/schemas/tables/filter";
import type { RecordsToUpdate } from "#lib/schemas/tables/records-where";
import { commit, commitIfAny, insert, retryOnConflict } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { keepAnswer } from "#lib/store/idempotency-records";
import type { Item } from "#lib/store/store";
import type { FoundRecord, FoundRecords } from "./find-matching.ts";

/** The values that each record gets. */
export type SameValues = Pick<RecordsToUpdate, "fields" | "typecast" | "fieldKeyType">;

/** What to write. Fields are named by ids, so that they may be renamed meanwhile. */
interface Wanted {
  /** Absent: the records are deleted. */
  values?: SameValues;
  /** The filters of the view and of the request. */
  query: Pick<QueryInput, "fieldKeyType" | "keptFilter" | "filter">;
  /** When the call was made: what `today` means in its filter. */
  time: string;
  /** Whether the call can be undone, because it named a window or has a key. */
  isKept: boolean;
}
export type WhereItem = Item & Wanted;

export interface WhereState {
  /** The list of records that is written next, and how many of it are done. */
  list: number;
  offset: number;
  /** Records: found, looked at so far, changed or deleted, and left alone because they were changed or deleted since. */
  matched: number;
  done: number;
  written: number;
  left: number;
  /** The commits so far. */
  commits: number;
}
export type StateItem = Item & WhereState;

/** Each record, and when it was last changed before it was found, in milliseconds; 0 if never. */
export type ListItem = Item & { records: [id: RecordId, time: number][] };

const at = (id: JobId, sk: string) => ({ pk: `WHERE#${id}`, sk });
export const whereKey = (id: JobId) => at(id, "WHERE");
export const stateKey = (id: JobId) => at(id, "STATE");
export const listKey = (id: JobId, list: number) => at(id, `IDS#${list}`);

/** The time of the last change of a record, as a list holds it. */
export const changeTimeOf = ({ lastModifiedTime }: FoundRecord): number =>
  lastModifiedTime === undefined ? 0 : Date.parse(lastModifiedTime);

/**
 * Starts the job that gives the records found these values, or deletes them. `dryRun` starts none. Throws 400 if what it has to remember is
 * too large.
 */
export async function writeLater(
  { table, fields }: Schema,
  { plan, records }: FoundRecords,
  dryRun: boolean,
  values: SameValues | undefined,
  caller: Caller,
): Promise<{ matched: number; jobId?: JobId; dryRun?: true }> {
  const { userId, now } = caller;
  const matched = records.length;
  const wanted: Wanted = {
    ...(values && { values: valuesById(values, fields) }),
    query: queryOf(plan),
    time: now,
    isKept: caller.windowId !== undefined || caller.slot !== undefined,
  };
  if (Buffer.byteLength(JSON.stringify(wanted)) > mostBytes)
    throw invalid([
      {
        path: values ? "fields" : "filter",
        message: `must have at most ${mostBytes} bytes with the filter, because a job writes ${matched} records`,
      },
    ]);
  if (dryRun) {
    const answer = { matched, dryRun: true as const };
    await commitIfAny(keepAnswer(caller, answer));
    return answer;
  }
  const expiresAt = expiryIn(30 * secondsPerDay, now);
  const lists = cutIntoPieces(records, limits.recordsPerCall).map((some) =>
    some.map((record) => [record.id, changeTimeOf(record)]),
  );
  const state: WhereState = { list: 0, offset: 0, matched, done: 0, written: 0, left: 0, commits: 0 };
  return retryOnConflict(async () => {
    const kind = values ? "updateWhere" : "deleteWhere";
    const { jobId, change } = jobs.startChange(kind, jobs.ofTable(table), { userId, now, at: {} });
    const answer = { matched, jobId };
    const changes = [
      change,
      insert({ ...whereKey(jobId), entity: "where", ...wanted, expiresAt }),
      insert({ ...stateKey(jobId), entity: "whereState", ...state, expiresAt }),
      ...lists.map((some, i) =>
        insert({ ...listKey(jobId, i), entity: "whereRecords", records: some, expiresAt }),
      ),
      ...keepAnswer(caller, answer, [jobId]),
    ];
    const done = { schema: { did: "job", jobId } } as const;
    await commit(await keepOperation(changes, { table, fields }, done, caller));
    return answer;
  });
}

/** Below DynamoDB's 400 KB an item. */
const mostBytes = 300_000;

/** The values, by ids of fields. */
function valuesById(values: SameValues, fields: Schema["fields"]): SameValues {
  const keys = makeFieldKeys(fields, values.fieldKeyType ?? "name");
  const byId = Object.entries(values.fields).map(([key, value]) => [keys.get(key)?.id ?? key, value]);
  return { ...values, fieldKeyType: "id", fields: Object.fromEntries(byId) };
}

/** The filters of a plan, with fields by ids. */
function queryOf({ look: { filters, view } }: QueryPlan): Wanted["query"] {
  const own = filters.map(({ filter, fieldOf }) => byIds(filter, (key) => fieldOf(key)?.id ?? key));
  const isOfView = view !== undefined && filters[0]?.filter === view.filter;
  const [ofView, ofRequest] = isOfView ? own : [undefined, own[0]];
  return {
    fieldKeyType: "id",
    ...(ofView && { keptFilter: ofView }),
    ...(ofRequest && { filter: ofRequest }),
  };
}

const byIds = (filter: Filter, idOf: (key: string) => string): Filter => ({
  ...filter,
  filterSet: filter.filterSet.map((entry) =>
    isFilterGroup(entry) ? byIds(entry, idOf) : { ...entry, fieldId: idOf(entry.fieldId) },
  ),
});

/** Whether a commit was refused because it would be too large. */
export function isTooLarge(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== "validation_error") return false;
  const issues: unknown = error.data?.["issues"];
  return Array.isArray(issues) && issues.every(({ path }) => path === "");
}
