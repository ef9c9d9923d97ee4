/* Notifies the user who started an import, or the filling of a field by a language model, that it has ended, with the result. */

import type { JobItem } from "#lib/data/jobs/jobs";
import { getItem, type Key } from "#lib/store/store";
import { findContext } from "./notification-context.ts";
import { notify } from "./notify.ts";

/** `key` is the key of an ended job; other kinds of jobs are ignored. */
export async function notifyOfImport(key: Key): Promise<void> {
  const job = await getItem<JobItem>(key);
  const ended = job && endingOf(job);
  if (!ended || !job.tableId) return;
  const table = await findContext(job.tableId);
  if (!table) return;
  const message =
    job.state === "done"
      ? `${ended.what} ${table.name} is done: ${ended.result}`
      : `${ended.what} ${table.name} failed: ${ended.result}. ${job.error}`;
  await notify(
    { name: `${job.id} ended`, time: job.lastModifiedTime, context: table.context },
    new Map([[job.createdBy, { notifyType: "system", message, path: table.path }]]),
  );
}

/** The kind and result of a job that notifies when it ends; `undefined` for other jobs. */
function endingOf({ kind, result, counts, progress }: JobItem): { what: string; result: string } | undefined {
  if (kind === "importRecords") {
    const { records = 0, badLines = 0, emptied = 0 } = result ?? {};
    const rejected = badLines > 0 ? `, ${counted(badLines, "line")} rejected` : "";
    const left = emptied > 0 ? `, ${counted(emptied, "cell")} left empty` : "";
    return { what: "The import into", result: `${counted(records, "record")}${rejected}${left}` };
  }
  // the job of a single cell has no total: the user who started it is still looking at it
  if (kind !== "fillCells" || progress.total === undefined) return undefined;
  const { filled = 0, failed = 0 } = counts ?? {};
  const unread = failed > 0 ? `, ${counted(failed, "cell")} kept because of unusable answers` : "";
  return { what: "Filling cells of", result: `${counted(filled, "cell")} filled${unread}` };
}

const counted = (count: number, what: string) =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
