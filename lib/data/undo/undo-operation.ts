/*
 * Undoes or redoes a call that changed records: completely or not at all, in one commit. For fields and views: undo-schema.ts. What the
 * call did is kept by lib/data/write/keep-operation.ts, in the items of lib/data/trash/operations.ts.
 *
 *   the operation        undone                         redone
 *   created records      deleted: moved to the trash    restored from there
 *   deleted records      restored from the trash        deleted again
 *   cells, row order     as they were before            as they were after
 *
 * Later changes are never overwritten: each cell and row must be as the operation left it.
 */

import type { Caller } from "#lib/data/identity/caller";
import { commitRecords } from "#lib/data/indexes/commit-records";
import * as jobs from "#lib/data/jobs/jobs";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import type { NoteItem } from "#lib/data/links/notes";
import { findMany, type RecordItem, refuseDuplicates } from "#lib/data/records/records";
import { showRecord } from "#lib/data/records/show-records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import {
  type Direction,
  findByKey,
  findInWindow,
  type OperationItem,
  readOperation,
  turnChange,
} from "#lib/data/trash/operations";
import { findDeletion, idOf, isInTrash } from "#lib/data/trash/trash";
import { followSoon } from "#lib/data/write/follow-soon";
import { planRemoval } from "#lib/data/write/remove-records";
import { planRestoring, removeImages } from "#lib/data/write/restore-records";
import { findChanged, type HashedRecord, hashCell, type Operation } from "#lib/engine/cells/operation";
import { AppError } from "#lib/schemas/basics/error";
import type { FieldId, JobId, RecordId, TrashId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { msPerSecond, timeAfter } from "#lib/schemas/basics/time-units";
import type { Scope } from "#lib/schemas/identity/scopes";
import { shownWhole } from "#lib/schemas/records/record";
import type { UndoResult } from "#lib/schemas/records/undo";
import {
  type Change,
  commit,
  commitIfAny,
  insert,
  mergeChecks,
  type NewItem,
  ReadAgain,
  retryOnConflictFrom,
} from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { pause } from "#lib/store/retry";
import { type Key, keyText } from "#lib/store/store";
import { nameCell, planEdit, sayChanged } from "./plan-edit.ts";
import { inTheWay, Outdated } from "./stands-in-the-way.ts";

interface Asked {
  direction: Direction;
  /** The idempotency record of the call; if absent, the last operation of the caller's window is meant. */
  key: Key | undefined;
  /** Throws 403 if the caller's role or token does not allow this scope here. */
  allow: (scope: Scope) => void;
  /** For a link field that is changed back: whether the caller may read the table to which it links. */
  allowThere: AllowThere;
}

/** Undoes or redoes an operation. `failed`: it is not possible now, and nothing was written. */
export async function undoOperation(start: Schema, asked: Asked, caller: Caller): Promise<UndoResult> {
  const { id } = start.table;
  const { direction, key } = asked;
  const find = () => (key ? findByKey(id, direction, key, caller) : findInWindow(id, direction, caller));
  const readAgain = () => readSchema(id);
  return retryOnConflictFrom(start, readAgain, async (schema) => {
    const holder = await find();
    if (!holder) return answer({ status: "empty" }, caller);
    return turn(schema, holder, asked, caller).catch(async (error: unknown) => {
      if (error instanceof Outdated) throw new ReadAgain("the table has changed");
      const failure = asFailure(error);
      // if another call has undone or redone it in the meantime, that is why it failed
      const next = await find();
      const isSame = next && keyText(next) === keyText(holder) && next.version === holder.version;
      if (!isSame) throw new ReadAgain("another call has undone or redone the operation");
      return answer(failure, caller);
    });
  });
}

/** Keeps and gives the answer if no record changes. */
async function answer(result: UndoResult, caller: Caller): Promise<UndoResult> {
  await commitIfAny(keepAnswer(caller, result));
  return result;
}

function asFailure(error: unknown): UndoResult {
  if (error instanceof AppError && standsInTheWay.has(error.code))
    return { status: "failed", errorMessage: error.message };
  throw error;
}

const standsInTheWay = new Set(["validation_error", "not_found", "view_not_found", "payload_too_large"]);

async function turn(
  schema: Schema,
  holder: OperationItem,
  asked: Asked,
  caller: Caller,
): Promise<UndoResult> {
  const { direction, allow, allowThere } = asked;
  const operation = await readOperation(holder);
  if ("did" in operation) {
    if (operation.did === "job") return turnJob(schema, { holder, jobId: operation.jobId }, asked, caller);
    const { turnSchema } = await import("./undo-schema.ts");
    return turnSchema(schema, operation, { holder, direction, allow, allowThere }, caller);
  }
  const plan = await planTurn(schema, { holder, operation, direction, allow }, caller);
  const { deletion } = plan.removal ?? {};
  const trashId = deletion && idOf(deletion);
  const result: UndoResult = { status: "fulfilled" };
  const changes = mergeChecks([
    ...(plan.removal?.changes ?? []),
    ...plan.changes,
    turnChange(holder, direction, { now: caller.now, trashId }),
    ...keepAnswer(caller, result),
  ]);
  if (!changes) throw inTheWay(["records that it created and records that it changed link to each other"]);
  const all = deletion ? [...changes, insert(deletion)] : changes;
  await commitRecords(schema, all).catch(
    refuseDuplicates(schema, (id, field) => nameCell(field, id as RecordId)),
  );
  if (plan.notes.length > 0) await followSoon(plan.notes, all);
  if (plan.images.length > 0) await removeImages(plan.images);
  return result;
}

/** A call has 29 seconds in all. */
const msForJob = 12 * msPerSecond;

/**
 * Undoes or redoes what a job wrote, commit by commit: the job kept them as those of a window that has its id. If time is over before all is
 * done, the answer says so, and the next call goes on.
 */
async function turnJob(
  schema: Schema,
  { holder, jobId }: { holder: OperationItem; jobId: JobId },
  asked: Asked,
  caller: Caller,
): Promise<UndoResult> {
  const job = await jobs.find(jobId, { tableId: schema.table.id });
  if (job && !jobs.hasEnded(job)) throw inTheWay([`its job ${jobId} still writes; wait until it has ended`]);
  const { commits = 0 } = job?.counts ?? {};
  if (commits > limits.operationsKept)
    throw inTheWay([
      `its job wrote in ${commits} commits, and only ${limits.operationsKept} are kept for undoing`,
    ]);
  const until = performance.now() + msForJob;
  for (let { now } = caller; ; ) {
    const next = new Date().toISOString();
    // each commit has a time of its own, by which the trash orders what was deleted
    now = next > now ? next : timeAfter(now, 1);
    const piece = { ...caller, now, windowId: jobId, slot: undefined };
    const { status, errorMessage = "" } = await undoOperation(schema, { ...asked, key: undefined }, piece);
    if (status === "failed")
      return answer(
        { status, errorMessage: `${errorMessage}; what the job wrote after this is taken back` },
        caller,
      );
    if (status === "empty") break;
    if (performance.now() > until) return answer({ status: "fulfilled", more: true }, caller);
  }
  const result: UndoResult = { status: "fulfilled" };
  await commit([
    turnChange(holder, asked.direction, { now: caller.now, trashId: undefined }),
    ...keepAnswer(caller, result),
  ]);
  return result;
}

interface Plan {
  removal?: { changes: Change[]; deletion: NewItem };
  changes: Change[];
  notes: NoteItem[];
  images: Key[];
}

interface Turning {
  holder: OperationItem;
  operation: Operation;
  direction: Direction;
  allow: Asked["allow"];
}

async function planTurn(
  schema: Schema,
  { holder, operation, direction, allow }: Turning,
  caller: Caller,
): Promise<Plan> {
  const isUndo = direction === "undo";
  const [removed, restored] = isUndo
    ? [operation.created, operation.deleted]
    : [operation.deleted, operation.created];
  if (removed.length > 0) allow("record|delete");
  if (restored.length > 0) allow("record|create");
  if (operation.changed.some(({ rows }) => rows)) allow("view|update");
  const records = await findThere(schema, [...removed, ...operation.changed]);
  const there = (id: RecordId) => records.get(id) as RecordItem;
  refuseChanged(schema, removed, there);
  const [removal, restoring, edit] = [
    removed.length > 0 &&
      (await planRemoved(
        schema,
        removed.map(({ id }) => there(id)),
        caller,
      )),
    restored.length > 0 && (await planRestored(schema, holder.operation.trashId, caller)),
    operation.changed.length > 0 && (await planEdit(schema, { operation, isUndo, there }, caller)),
  ];
  const parts = [removal, restoring, edit].filter((part) => part !== false);
  return {
    ...(removal && { removal }),
    changes: [...(edit ? edit.changes : []), ...(restoring ? restoring.changes : [])],
    notes: parts.flatMap(({ notes }) => notes),
    images: restoring ? restoring.images : [],
  };
}

async function findThere({ table }: Schema, wanted: { id: RecordId }[]): Promise<Map<RecordId, RecordItem>> {
  const ids = wanted.map(({ id }) => id);
  const found = ids.length > 0 ? await findMany(table.id, ids) : [];
  const gone = ids.filter((_, i) => !found[i]);
  if (gone.length > 0) throw inTheWay(gone.map((id) => `the record ${id} was deleted since`));
  return new Map((found as RecordItem[]).map((record) => [record.id, record]));
}

/**
 * Throws if a record to be deleted has cells that a person has changed after the operation. Cells that models filled do not count. Cells are
 * compared as they are stored: a conversion of their field changes none.
 */
function refuseChanged(
  { fields }: Schema,
  removed: HashedRecord[],
  there: (id: RecordId) => RecordItem,
): void {
  const reasons = removed.flatMap((marked) => {
    const { cells, asked } = there(marked.id);
    const isFilled = (id: FieldId) => {
      const cell = cells[id];
      return cell !== undefined && asked?.[id]?.gave === hashCell(cell);
    };
    const changed = new Set(findChanged(marked, cells).filter((id) => !isFilled(id)));
    return fields.filter(({ id }) => changed.has(id)).map((field) => sayChanged(field, marked.id));
  });
  if (reasons.length > 0) throw inTheWay(reasons);
}

async function planRemoved(schema: Schema, records: RecordItem[], caller: Caller) {
  const [first] = records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { name } = await showRecord(first as RecordItem, schema, shownWhole, caller);
  return planRemoval(schema, { records, name }, caller);
}

async function planRestored(schema: Schema, id: TrashId | undefined, caller: Caller) {
  const deletion = id && (await findDeletion(id));
  if (!deletion || !isInTrash(deletion, schema.table.trashEmptiedTime, caller.now))
    throw inTheWay(["its records are no longer in the trash"]);
  if (deletion.restoredTime) throw inTheWay(["its records were restored from the trash since"]);
  // records get into the trash a moment after they were deleted
  for (let attempt = 0; ; attempt++) {
    try {
      return await planRestoring(schema, deletion, caller);
    } catch (error) {
      const isLater = error instanceof AppError && error.code === "conflict" && attempt < mostWaits;
      if (!isLater) throw error;
    }
    await pause(attempt + 3);
  }
}

const mostWaits = 6;
