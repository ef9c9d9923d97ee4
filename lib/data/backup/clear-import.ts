/* When an import, a copy of a base or an export ends, removes the items that only its job used. */

import { openJob } from "#lib/data/jobs/define-job";
import type { JobItem } from "#lib/data/jobs/jobs";
import * as jobs from "#lib/data/jobs/jobs";
import { fileKeyAt } from "#lib/data/records/file-keys";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { type Change, remove } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/running-calls";
import { getItem, getItems } from "#lib/store/store";
import { DuplicateAt, ExportAt } from "./job-places.ts";

/** The change that starts a job which clears the base. None if the import is complete, or if the base is already cleared. */
export async function clearHiddenBase({ baseId, createdBy: userId }: JobItem): Promise<Change[]> {
  const base = baseId ? await getItem<BaseItem>(baseKey(baseId)) : undefined;
  if (!baseId || !base?.deletedTime) return [];
  const now = new Date().toISOString();
  const subject = { baseId, spaceId: base.spaceId };
  return [jobs.startChange("clearBase", subject, { userId, now, dueTime: readSettledTime(now) }).change];
}

/** The changes that remove the files of a copied base. A consumer of these changes removes the bytes. */
export const removeFilesOfCopy = ({ exporting, importing }: DuplicateAt): Promise<Change[]> =>
  removeFiles([exporting.part, exporting.state, exporting.former, importing?.token]);

/** The same for an export; its file stays if it is complete. */
export const removeFilesOfExport = ({ part, state, former }: ExportAt, isDone: boolean): Promise<Change[]> =>
  removeFiles([isDone ? undefined : part, state, former]);

/** The changes that remove a copy of a base whose job is given up. */
export async function undoDuplicate(job: JobItem): Promise<Change[]> {
  const { at } = openJob({ needs: "baseId", place: DuplicateAt }, job);
  return [...(await clearHiddenBase(job)), ...(await removeFilesOfCopy(at))];
}

/** The same for an export. */
export const undoExport = (job: JobItem): Promise<Change[]> =>
  removeFilesOfExport(openJob({ needs: "baseId", place: ExportAt }, job).at, false);

async function removeFiles(parts: (string | undefined)[]): Promise<Change[]> {
  const distinct = new Set(parts.filter((part) => part !== undefined));
  if (distinct.size === 0) return [];
  return (await getItems([...distinct].map(fileKeyAt))).map(remove);
}
