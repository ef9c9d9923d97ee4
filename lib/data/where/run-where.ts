/*
 * A turn of a job that changes or deletes the records that a filter found, up to 1,000 in a commit.
 *
 *   the list ──▶ not changed since it was found ────────────▶ written ─┐
 *            ──▶ changed since ──▶ does it still match? ─yes─▶ written ─┤
 *                                                       └─no─▶ left     ├──▶ one commit, with how far the job came
 *            ──▶ deleted since ──────────────────────────────▶ left    ─┘
 *
 * Records that others have not changed are not compared with the filter again, because the job itself may have changed what they show of
 * others: a deletion of all records that have a parent deletes parents too.
 */

import * as z from "zod";
import { starterOf } from "#lib/data/identity/caller";
import { defineJob, type JobAt, type Step } from "#lib/data/jobs/define-job";
import { waitForOthers } from "#lib/data/jobs/pace";
import { findMany, type RecordItem } from "#lib/data/records/records";
import { find, readSchema, type Schema, schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import * as bases from "#lib/data/spaces/bases";
import { rolesIn } from "#lib/data/spaces/members";
import { AppError } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { Role } from "#lib/schemas/basics/role";
import { change, remove, retryOnConflictFrom } from "#lib/store/commit";
import { getItem, getItems } from "#lib/store/store";
import { commitDeletion } from "./delete-where.ts";
import { keepMatching, planMatching } from "./find-matching.ts";
import { commitUpdate, countWrites, planUpdate } from "./update-where.ts";
import {
  changeTimeOf,
  type ListItem,
  listKey,
  type StateItem,
  stateKey,
  type WhereItem,
  type WhereState,
  whereKey,
} from "./where-items.ts";

const turnMilliseconds = 12_000;

/** The item of the state has the progress; the number here is for people who look at the job. */
const place = z.strictObject({ done: z.int().optional() });
type WhereJob = JobAt<z.infer<typeof place>, "tableId">;

/** One turn. `mayWrite` tells whether a role may write: the person who made the call must still have such a role. */
export const updateByJob = defineJob("updateWhere", { needs: "tableId", place }, runTurn);
export const deleteByJob = defineJob("deleteWhere", { needs: "tableId", place }, runTurn);

async function runTurn(
  job: WhereJob,
  mayWrite: (role: Role) => boolean,
  milliseconds = turnMilliseconds,
): Promise<Step> {
  const until = performance.now() + milliseconds;
  const [found, table] = await Promise.all([
    getItems<WhereItem | StateItem>([whereKey(job.id), stateKey(job.id)]),
    find(job.tableId),
  ]);
  const wanted = found.find((item): item is WhereItem => item.entity === "where");
  let state = found.find((item): item is StateItem => item.entity === "whereState");
  if (!wanted || !state) throw new Error("the job has nothing to write");
  const failure = await findFailure(job, table, mayWrite);
  if (!table || failure) return endStep(wanted, state, failure ?? "The table was deleted");
  const schema = await schemaOf(table);
  for (let most: number = limits.recordsPerCall; state.done < state.matched; ) {
    const list: ListItem | undefined = await getItem<ListItem>(listKey(job.id, state.list));
    const some = (list?.records ?? []).slice(state.offset, state.offset + most);
    // another turn of this job has gone further
    if (!list || some.length === 0)
      return continueStep(wanted, (await getItem<StateItem>(stateKey(job.id))) ?? state);
    try {
      const after: StateItem | undefined = await writeSome(job, { wanted, state, list, some }, schema);
      if (!after) return continueStep(wanted, (await getItem<StateItem>(stateKey(job.id))) ?? state);
      state = after;
    } catch (error) {
      if (!(error instanceof AppError && refusals.has(error.code))) throw error;
      // fewer records may fit into a commit; and so the record that stands in the way is found
      if (some.length === 1) return endStep(wanted, state, `${some[0]?.[0]}: ${error.message}`);
      most = Math.ceil(some.length / 2);
    }
    if (performance.now() > until) break;
    await waitForOthers(job);
  }
  return state.done < state.matched ? continueStep(wanted, state) : endStep(wanted, state);
}

const refusals = new Set(["validation_error", "not_found", "payload_too_large"]);

/** Why the job cannot go on; `undefined` if it can. */
async function findFailure(
  { createdBy, baseId }: WhereJob,
  table: TableItem | undefined,
  mayWrite: (role: Role) => boolean,
): Promise<string | undefined> {
  if (!table || !baseId) return "The table was deleted";
  const [base, roles] = await Promise.all([
    bases.find(baseId),
    rolesIn({ id: baseId, spaceId: table.spaceId }, createdBy),
  ]);
  if (!base) return "The base was deleted";
  return roles.some(mayWrite)
    ? undefined
    : "The person who made the call may no longer write into this table";
}

interface Work {
  wanted: WhereItem;
  state: StateItem;
  list: ListItem;
  /** Those of the list that are written now. */
  some: ListItem["records"];
}

/** Writes these records; returns the state after it, `undefined` if another turn has changed it meanwhile. */
async function writeSome(
  job: WhereJob,
  { wanted, state, list, some }: Work,
  known: Schema,
): Promise<StateItem | undefined> {
  const readAgain = async () => {
    const schema = await readSchema(known.table.id);
    const isSame = (await getItem(stateKey(job.id)))?.version === state.version;
    return isSame ? schema : undefined;
  };
  return retryOnConflictFrom<Schema | undefined, StateItem | undefined>(known, readAgain, async (schema) => {
    if (!schema) return undefined;
    // what the job did can be undone, as what a window did
    const caller = { ...starterOf(job), windowId: wanted.isKept ? job.id : undefined, instant: wanted.time };
    const records = await recordsToWrite(schema, { wanted, some }, caller);
    const offset = state.offset + some.length;
    const isWhole = offset === list.records.length;
    const stateWith = (written: number): WhereState => ({
      ...(isWhole ? { list: state.list + 1, offset: 0 } : { list: state.list, offset }),
      matched: state.matched,
      done: state.done + some.length,
      written: state.written + written,
      left: state.left + some.length - records.length,
      commits: state.commits + 1,
    });
    const besides = (after: WhereState) => [change(state, { ...after }), ...(isWhole ? [remove(list)] : [])];
    const { values } = wanted;
    const batch =
      values &&
      (await planUpdate(schema, records, { ...values, matched: state.matched, isQuiet: true }, caller));
    const after = stateWith(batch ? countWrites(batch) : records.length);
    if (batch) await commitUpdate(schema, batch, besides(after), caller);
    else await commitDeletion(schema, records, besides(after), caller);
    return { ...state, ...after, version: state.version + 1 };
  });
}

/** Those of the records that are there, and either are as they were found, or still match. */
async function recordsToWrite(
  schema: Schema,
  { wanted: { query }, some }: Pick<Work, "wanted" | "some">,
  caller: Parameters<typeof planMatching>[2],
): Promise<RecordItem[]> {
  const times = new Map(some);
  const there = (await findMany(schema.table.id, [...times.keys()])).filter((record) => record !== undefined);
  const isChanged = (record: RecordItem) => changeTimeOf(record) !== times.get(record.id);
  const changed = there.filter(isChanged);
  if (changed.length === 0) return there;
  const matching = new Set(await keepMatching(await planMatching(schema, query, caller), changed));
  return there.filter((record) => !isChanged(record) || matching.has(record));
}

const countsOf = ({ values }: WhereItem, { matched, written, left, commits }: WhereState) => ({
  matched,
  [values ? "updated" : "deleted"]: written,
  left,
  commits,
});
const progressOf = ({ done, matched }: WhereState) => ({ done, total: matched });

const continueStep = (wanted: WhereItem, state: StateItem): Step => ({
  progress: progressOf(state),
  counts: countsOf(wanted, state),
  at: { done: state.done },
});

const endStep = (wanted: WhereItem, state: StateItem, error?: string): Step => ({
  progress: progressOf(state),
  counts: countsOf(wanted, state),
  ...(error && { error }),
  ending: [remove(wanted), remove(state)],
});
