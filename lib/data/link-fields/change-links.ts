/*
 * The job that moves links to where their field's new relationship stores them (change-relation.ts):
 *
 *   own      records of the table, 200 per piece ──▶ writes items and cells of both sides in the new form; links that do not fit are dropped
 *   back     records of the other table ──▶ writes their cells from these items; left out for a one-way link
 *   switch   one commit: both fields use the new places, and are no longer pending
 *   clear    when no call can still read the former places ──▶ removes their items
 *
 * No call changes these links while the job runs (lib/data/links/changing.ts), so every piece can be repeated. Every commit checks that the
 * job is still where the piece began: so a late piece of a process that was given up cannot write.
 */

import * as z from "zod";
import { defineJob, type JobAt, type Step } from "#lib/data/jobs/define-job";
import * as jobs from "#lib/data/jobs/jobs";
import { writeStep } from "#lib/data/jobs/run-job";
import { type ClearedSide, clearSomeLinks } from "#lib/data/links/clear-link-items";
import { isLink, type LinkField, nextSidesOf, sidesOf } from "#lib/data/links/link-items";
import { hasItems } from "#lib/data/links/link-sides";
import { lastNumber, readSlice } from "#lib/data/records/record-pages";
import {
  fieldKey,
  findKept,
  type GoneField,
  isGone,
  type Schema,
  schemaOf,
} from "#lib/data/schema/table-schema";
import { planSchemaEdit } from "#lib/data/schema-edits/schema-draft";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { autoNumberOf, FieldId, type JobId, TableId } from "#lib/schemas/basics/ids";
import { shown } from "#lib/schemas/basics/log-error";
import { change, check, commit, commitIfAny, retryOnConflict } from "#lib/store/commit";
import { earlierCallsEnd, readSettledTime } from "#lib/store/running-calls";
import { getItem } from "#lib/store/store";
import { followField } from "./follow-changed-field.ts";
import { followTitles } from "./follow-titles.ts";
import { moveBack, moveOwn } from "./move-links.ts";
import type { Moving } from "./move-plan.ts";
import { startClearing } from "./remove-links.ts";

/** The id of a link's side (LinkSide.id): a field, or the hidden side of a one-way link. */
const SideId = FieldId.or(z.string().endsWith("~").brand("FieldId"));
const Cleared = z.strictObject({ id: SideId, generation: z.int().optional(), tableId: TableId });

/** What the job keeps from piece to piece. */
export const ChangeOfLinks = z.strictObject({
  fieldId: FieldId,
  generation: z.int(),
  /** The change also chooses another field for the titles. */
  isRetitled: z.boolean(),
  /** The symmetric field, if it was deleted. */
  goneId: FieldId.exactOptional(),
  /** The former places of the links: cleared in the end. */
  former: z.array(Cleared),
  /** The new places: cleared instead if the field is deleted before the end. */
  next: z.array(Cleared),
  stage: z.enum(["back", "clear"]).exactOptional(),
  after: z.int().exactOptional(),
});
export type ChangeOfLinks = z.infer<typeof ChangeOfLinks>;

/** Where the links were and will be stored; the job clears one or the other in the end. `field` has its new options. */
export function sidesToClear(field: LinkField, tableId: TableId): Pick<ChangeOfLinks, "former" | "next"> {
  const [former, next] = [sidesOf(field, tableId), nextSidesOf(field, tableId)];
  const placeOf = ({ id, generation, tableId: at }: typeof former.own): ClearedSide => ({
    id,
    generation,
    tableId: at,
  });
  // while links are moved into cells that hold one link, items record which records are taken
  const claims = hasItems(next.back) ? [] : [placeOf(next.back)];
  return {
    former: [placeOf(former.own), placeOf(former.back), ...claims],
    next: [placeOf(next.own), placeOf(next.back)],
  };
}

const recordsPerPiece = 200;

type Changing = JobAt<ChangeOfLinks, "tableId">;

/** One piece of the job. */
export const changeLinks = defineJob("changeLinks", { needs: "tableId", place: ChangeOfLinks }, moveSome);

/** In milliseconds: how long the call that asks for the change waits for other calls, and how long it works on the job afterwards. */
const [msWaited, msAtOnce] = [8000, 5000];

/**
 * Begins the job in the call that started it, unless other calls may still write by the old schema. Never throws: what is left is done by
 * the job.
 */
export async function changeAtOnce(jobId: JobId, tableId: TableId): Promise<void> {
  try {
    if (!(await earlierCallsEnd(msWaited))) return;
    const job = await jobs.find(jobId, { tableId });
    if (!job) return;
    const until = performance.now() + msAtOnce;
    let step: Step = job;
    do step = await changeLinks({ ...job, ...step });
    while (step.at && !step.dueTime && performance.now() < until);
    await writeStep(job, step, new Date().toISOString());
  } catch (error) {
    console.error({ job: jobId, error: shown(error) });
  }
}

async function moveSome(job: Changing): Promise<Step<ChangeOfLinks>> {
  const { at, progress } = job;
  if (at.stage === "clear") {
    const isMore = await clearSomeLinks(at.former);
    return { progress, ...(isMore && { at }) };
  }
  const moving = await readMoving(job);
  if (moving === "done") {
    await afterSwitch(job);
    return clearLater(at, progress);
  }
  if (!moving) {
    // the field or one of the tables was deleted
    await clearGone(job);
    return clearLater({ ...at, former: [...at.former, ...at.next] }, progress);
  }
  const isBack = at.stage === "back";
  const table = isBack ? moving.foreign : moving.own;
  const [{ records, more }, last] = await Promise.all([
    readSlice({ tableId: table.table.id, after: at.after ?? 0, skip: 0, take: recordsPerPiece }),
    lastNumber(table.table.id),
  ]);
  const moved = await (isBack ? moveBack(moving, records) : moveOwn(moving, records));
  const done = progress.done + moved;
  const shown = { done, total: Math.max(progress.total ?? 0, done, isBack ? 0 : last) };
  const lastMoved = records[moved - 1];
  if (lastMoved && (more || moved < records.length))
    return { progress: shown, at: { ...at, after: autoNumberOf(lastMoved.id) } };
  if (!isBack && moving.symmetric) return { progress: shown, at: { ...at, stage: "back", after: 0 } };
  await switchSides(job);
  await afterSwitch(job);
  return clearLater(at, { ...shown, total: done });
}

/** Waits, because calls that began before may still read the former places. */
const clearLater = (at: ChangeOfLinks, progress: Step["progress"]): Step<ChangeOfLinks> => ({
  progress,
  at: { ...at, stage: "clear" },
  dueTime: readSettledTime(new Date().toISOString()),
});

/** The fields and tables that the job works on; `undefined` if one was deleted, `done` if the field uses its new places already. */
async function readMoving(job: Changing): Promise<Moving | "done" | undefined> {
  const { at } = job;
  const own = await readKept(job.tableId);
  // a field in the trash uses its new places: while links are moved, a deleted field is not kept
  if (own?.clearing.some((gone) => gone.id === at.fieldId && gone.kept)) return "done";
  const field = own?.fields.find(({ id }) => id === at.fieldId);
  if (!own || !field || !isLink(field)) return undefined;
  const { storage, foreignTableId, symmetricFieldId } = field.options;
  if (((storage?.from ?? storage)?.generation ?? 0) >= at.generation) return "done";
  const foreign = foreignTableId === own.table.id ? own : await readKept(foreignTableId);
  const symmetric = foreign?.fields.find(({ id }) => id === symmetricFieldId);
  if (!foreign) return undefined;
  return { job, own, foreign, field, ...(symmetric && isLink(symmetric) && { symmetric }) };
}

async function readKept(id: TableId): Promise<Schema | undefined> {
  const table = await findKept(id);
  return table && schemaOf(table);
}

/** From this commit on, the fields use their new places. */
async function switchSides(job: Changing): Promise<void> {
  await retryOnConflict(async () => {
    const found = await readMoving(job);
    if (!found || found === "done") return;
    const { own, foreign, field, symmetric } = found;
    const now = new Date().toISOString();
    const { changes } = await planSchemaEdit([own, foreign], async (draft) => {
      const [here, there] = [draft.known(own), draft.known(foreign)];
      const pending = job.at.isRetitled
        ? followTitles(draft, own, field.id, { userId: job.createdBy, now })
        : undefined;
      here.changeField(field.id, { options: settled(field.options, now), pending });
      there.changeDependent(field.id, settled(field.options, now));
      if (!symmetric) return;
      there.changeField(symmetric.id, { options: settled(symmetric.options, now), pending: undefined });
      here.changeDependent(symmetric.id, settled(symmetric.options, now));
    });
    await commit([...changes, check(job)]);
  });
}

/** What is done after the switch. May be repeated: a process may die in between. */
async function afterSwitch(job: Changing): Promise<void> {
  await clearGone(job);
  const { tableId, at } = job;
  const own = await readKept(tableId);
  const field = own?.fields.find(({ id }) => id === at.fieldId);
  if (!field || !isLink(field)) return;
  const { foreignTableId, symmetricFieldId } = field.options;
  await retitleFormulas(job, tableId, field.id);
  if (symmetricFieldId) await retitleFormulas(job, foreignTableId, symmetricFieldId);
}

/** Updates the titles of link fields elsewhere that show formulas of this link field: some of its links may have been dropped. */
const retitleFormulas = (job: Changing, tableId: TableId, fieldId: FieldId): Promise<void> =>
  retryOnConflict(async () => {
    const schema = await readKept(tableId);
    if (!schema) return;
    const field = schema.fields.find(({ id }) => id === fieldId);
    if (!field) return;
    const starter = { userId: job.createdBy, now: new Date().toISOString() };
    const { changes } = await planSchemaEdit([schema], (draft) =>
      followField({ draft, own: draft.known(schema) }, field, {}, starter),
    );
    await commitIfAny(changes);
  });

function settled({ storage, ...options }: LinkOptions, since: string): LinkOptions {
  return { ...options, storage: { generation: storage?.generation ?? 0, since } };
}

/** Starts the job that clears the cells of the deleted symmetric field. */
const clearGone = (job: Changing): Promise<void> =>
  retryOnConflict(async () => {
    const { goneId, former } = job.at;
    const tableId = former.find(({ id }) => id === goneId)?.tableId;
    const [table, field] =
      tableId && goneId
        ? await Promise.all([findKept(tableId), getItem<GoneField>(fieldKey(tableId, goneId))])
        : [];
    if (!table || !field || !isGone(field) || field.jobId !== job.id) return;
    const now = new Date().toISOString();
    const clearing = startClearing(table, { userId: job.createdBy, now });
    await commitIfAny([clearing.change, change(field, { jobId: clearing.jobId })]);
  });
