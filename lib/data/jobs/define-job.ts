/*
 * A job is declared once, beside the code that does its work:
 *
 *   export const clearOrder = defineJob("clearOrder", { needs: "tableId", place: z.strictObject({ viewId: ViewId }) },
 *     async ({ tableId, at: { viewId }, progress }) => …);
 *
 * The declaration names the kind (lib/schemas/basics/job.ts, which also says what its progress counts), the id that it needs, and the zod
 * schema of the place from which it goes on. The slice gets a job whose `at` has been parsed by that schema.
 */

import * as z from "zod";
import { RecordId } from "#lib/schemas/basics/ids";
import type { Job, JobKind } from "#lib/schemas/basics/job";
import type { Change } from "#lib/store/commit";
import { msUntilRetry } from "#lib/store/write-stop/retry-later";
import { findWriteStop, type WriteStop } from "#lib/store/write-stop/write-stop";
import type { JobItem } from "./jobs.ts";

/** The result of a piece: the progress, and the place where the next piece starts. Without such a place the job has ended. */
export interface Step<At = object> {
  progress: JobItem["progress"];
  at?: At;
  /** When the next piece starts; absent: at once. */
  dueTime?: string;
  /** The result of the job so far. */
  result?: Job["result"];
  counts?: Job["counts"];
  cells?: Job["cells"];
  /** Why the next piece does not start at once, for people. */
  wait?: Job["wait"];
  /** The public part of the token of the file that the job wrote. */
  file?: string;
  /** Why the job has failed for good: it is not tried again. */
  error?: string;
  /** Further changes in the commit that ends the job. */
  ending?: Change[];
}

type Id = "tableId" | "baseId" | "spaceId";

/** A job whose place has been parsed, and that has the ids it needs. */
export type JobAt<At extends object, Needs extends Id = never> = JobItem & Record<Needs, string> & { at: At };

type PlaceSchema = z.ZodType<object, object>;

interface Declared<Place extends PlaceSchema, Needs extends Id> {
  /** The name of the id that the job needs. */
  needs?: Needs;
  /** The schema of the place. A job that is started without a place starts at `{}`. */
  place: Place;
}

/** The place of a job that needs none: it finds the rest of its work in the store. */
export const nowhere = z.strictObject({});
/** The place of a job that goes through the records of a table: the autoNumber of the last record that is done. */
export const byNumber = z.strictObject({ number: z.int().default(0) });
/** The place of a job that clears what deleted records have left: the records that are still to be cleared. */
export const recordsLeft = z.strictObject({ recordIds: z.array(RecordId).default([]) });

/** The place of a job does not parse: no further attempt would help. */
export class UnreadablePlace extends Error {}

/** The job with its place parsed. Throws `UnreadablePlace`. */
export function openJob<Place extends PlaceSchema, Needs extends Id = never>(
  { needs, place }: Declared<Place, Needs>,
  job: JobItem,
): JobAt<z.output<Place>, Needs> {
  if (!hasId(job, needs)) throw new Error(`the job has no ${needs}`);
  const read = place.safeParse(job.at ?? {});
  if (read.success) return { ...job, at: read.data };
  const issues = read.error.issues.map(({ path, message }) => [...path, message].join(": "));
  throw new UnreadablePlace(`It does not know where to go on: ${issues.join("; ")}`);
}

const hasId = <Needs extends Id>(job: JobItem, id?: Needs): job is JobItem & Record<Needs, string> =>
  id === undefined || job[id] !== undefined;

/**
 * Declares a job. The result does one piece, and throws `UnreadablePlace` if the place does not parse. `how` is given by the function that
 * runs the job.
 */
// @__NO_SIDE_EFFECTS__
export function defineJob<Place extends PlaceSchema, How extends unknown[], Needs extends Id = never>(
  kind: JobKind,
  declared: Declared<Place, Needs>,
  slice: (job: JobAt<z.output<Place>, Needs>, ...how: How) => Promise<Step<z.input<Place>>>,
): (job: JobItem, ...how: How) => Promise<Step> {
  return async (job, ...how) => {
    if (job.kind !== kind) throw new Error(`a job of the kind ${job.kind} is none of the kind ${kind}`);
    const stop = waitsForWrites.has(kind) ? await findWriteStop() : undefined;
    return stop ? waitFor(stop, job) : slice(openJob(declared, job), ...how);
  };
}

/** These wait while writes are stopped (lib/store/write-stop). All others remove what was deleted, or follow from what is written. */
const waitsForWrites: ReadonlySet<JobKind> = new Set([
  ...(["importRecords", "importBase", "exportBase", "fillCells", "updateWhere", "makeIndex"] as const),
  ...([
    "duplicateBase",
    "duplicateTable",
    "duplicateField",
    "changeLinks",
    "textOfLinks",
    "sortRows",
  ] as const),
]);

/** The same piece comes again later; the job says why. */
function waitFor(stop: WriteStop, { progress, at = {} }: JobItem): Step {
  const dueTime = new Date(Date.now() + msUntilRetry(stop)).toISOString();
  const reason = `Writes are stopped: ${stop.reason}`;
  return { progress, at, dueTime, wait: { reason, until: dueTime } };
}
