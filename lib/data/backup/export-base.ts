/*
 * A turn of an export: writes a part of the zip file, until the time of the turn is over.
 *
 *   state ──▶ manifest, users ──▶ for each table: schema ──▶ records ──▶ comments ──▶ files ──▶ list of entries ──▶ done
 *     ▲                                                         │
 *     └──────────── the next state, in a file of its own ◀──────┘ the time of the turn is over
 *
 * The state is too large for the item of the job: it has the list of entries, and bytes that the bucket does not take yet.
 */

import { type Caller, starterOf } from "#lib/data/identity/caller";
import { openSignatures, type Signatures } from "#lib/data/identity/own-signature";
import { type UserItem, userKey } from "#lib/data/identity/users";
import { defineJob, type JobAt, type Step } from "#lib/data/jobs/define-job";
import * as attachments from "#lib/data/records/attachments";
import * as tables from "#lib/data/schema/tables";
import * as bases from "#lib/data/spaces/bases";
import { membersOf, rolesIn } from "#lib/data/spaces/members";
import { sizeOf, someBytes, write } from "#lib/files/storage";
import { type LongWriting, openLongWriting, type PausedWriting } from "#lib/files/writing";
import { newZip, writeZip, ZipTooLarge, type ZipWriter } from "#lib/files/zip-writer";
import type { Role } from "#lib/schemas/basics/role";
import { removeItems } from "#lib/store/batch-writes";
import { getItems } from "#lib/store/store";
import { removeFilesOfExport } from "./clear-import.ts";
import { writeTable } from "./export-table.ts";
import { ExportAt, type ExportState, firstPlace } from "./job-places.ts";

export const zipType = "application/zip";
const turnMilliseconds = 12_000;

export const exportRefused = "The person who began it may no longer export the base";

/** One turn of the job. `mayExport` tells whether a role in the base may export it: the person who began it must still have such a role. */
export const exportBase = defineJob("exportBase", { needs: "baseId", place: ExportAt }, writePart);

/** The same for a job that copies a base (duplicate-base.ts). */
export async function writePart(
  job: JobAt<ExportAt, "baseId">,
  mayExport: (role: Role) => boolean,
  milliseconds = turnMilliseconds,
): Promise<Step<ExportAt>> {
  const { at } = job;
  const failedStep = async (error: string): Promise<Step<ExportAt>> => ({
    ...{ progress: job.progress, error },
    ending: await removeFilesOfExport(at, false),
  });
  const base = await bases.find(job.baseId);
  if (!base) return failedStep("The base was deleted");
  if (!(await rolesIn(base, job.createdBy)).some(mayExport)) return failedStep(exportRefused);
  // the state of the turn before
  if (at.former !== undefined) await removeItems([attachments.fileKeyAt(at.former)]);
  const caller = starterOf(job, at.seeEmails);
  const part = at.part ?? (await attachments.reserve(zipType, caller));
  const found = at.state === undefined ? undefined : await readState(at.state);
  if (found === "missing") return failedStep("What was exported so far was removed; export the base again");
  const isNew = !found;
  const state: ExportState = found?.state ?? {
    zip: newZip(),
    tables: (await tables.list(base.id)).map(({ id }) => id),
    table: 0,
    place: firstPlace,
    ...{ records: 0, comments: 0, files: 0 },
  };
  const signatures = await openSignatures();
  const file = await openLongWriting(part, zipType, found?.writing);
  const zip = writeZip((bytes) => file.add(bytes), state.zip);
  const turn = { until: performance.now() + milliseconds, signatures };
  try {
    if (isNew) {
      await writeManifest(zip, base, state, at);
      await zip.addWhole("users.jsonl", await usersOf(base, at.seeEmails, signatures));
    }
    const isDone = await writeTables(zip, state, at, caller, turn);
    if (!isDone) {
      const next = await saveState({ state, file }, caller);
      const { state: former } = at;
      return { ...stepOf(state), at: { ...at, part, state: next, ...(former !== undefined && { former }) } };
    }
    await zip.finish();
    await file.end();
    return { ...stepOf(state), file: part, ending: await removeFilesOfExport(at, true) };
  } catch (error) {
    await file.abandon();
    if (!(error instanceof ZipTooLarge)) throw error;
    return {
      ...(await failedStep("The file would exceed 4 GB or 65,535 entries; export without attachments")),
      ...stepOf(state),
    };
  }
}

async function writeTables(
  zip: ZipWriter,
  state: ExportState,
  at: ExportAt,
  caller: Caller,
  turn: { until: number; signatures: Signatures },
): Promise<boolean> {
  for (; state.table < state.tables.length; state.table++, state.place = firstPlace)
    if (!(await writeTable(zip, state, at, caller, turn))) return false;
  return true;
}

async function writeManifest(
  zip: ZipWriter,
  { name, icon }: bases.BaseItem,
  { tables }: ExportState,
  { attachments, records }: ExportAt,
): Promise<void> {
  const manifest = {
    ...{ format: "gridless-base", version: 1, name },
    ...(icon && { icon }),
    ...{ exportedTime: new Date().toISOString(), records, attachments },
    tables: tables.map((id, i) => ({ folder: `tables/${i + 1}`, id })),
  };
  await zip.addWhole("manifest.json", Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`));
}

/** The people whom the file may name: the members of the base and its space, with a signed line of JSON for each. */
async function usersOf(
  { id, spaceId }: bases.BaseItem,
  seeEmails: boolean,
  { sign }: Signatures,
): Promise<Buffer> {
  const members = await Promise.all([membersOf(`BASE#${id}`), membersOf(`SPACE#${spaceId}`)]);
  const ids = [...new Set(members.flat().map(({ userId }) => userId))];
  const users = await getItems<UserItem>(ids.map(userKey));
  const lines = users.map(({ id, name, email }) =>
    JSON.stringify(sign(["user"], { id, name, ...(seeEmails && { email }) })),
  );
  return Buffer.from(lines.map((line) => `${line}\n`).join(""));
}

const stepOf = ({ tables, records, comments, files }: ExportState) => ({
  progress: { done: records },
  counts: { tables: tables.length, records, comments, files },
});

/* The state file: one line of JSON, then the bytes that are not stored yet. */

async function saveState(
  { state, file }: { state: ExportState; file: LongWriting },
  caller: Caller,
): Promise<string> {
  const { tail, ...writing } = await file.pause();
  const part = await attachments.reserve("application/octet-stream", caller);
  const head = Buffer.from(`${JSON.stringify({ state, writing })}\n`);
  await write(part, Buffer.concat([head, tail]), "application/octet-stream");
  return part;
}

async function readState(part: string): Promise<{ state: ExportState; writing: PausedWriting } | "missing"> {
  const size = await sizeOf(part);
  if (size === undefined) return "missing";
  const bytes = await someBytes(part, size);
  const end = bytes.indexOf("\n");
  const { state, writing } = JSON.parse(bytes.toString("utf8", 0, end)) as {
    state: ExportState;
    writing: Omit<PausedWriting, "tail">;
  };
  return { state, writing: { ...writing, tail: bytes.subarray(end + 1) } };
}
