/* Notifies the user who started an import that it has ended, with the result. */

import type { JobItem } from "#lib/data/jobs/jobs";
import { getItem, type Key } from "#lib/store/store";
import { findContext } from "./notification-context.ts";
import { notify } from "./notify.ts";

/** `key` is that of an ended job; other kinds of jobs are ignored. */
export async function notifyOfImport(key: Key): Promise<void> {
  const job = await getItem<JobItem>(key);
  if (job?.kind !== "importRecords" || !job.tableId) return;
  const table = await findContext(job.tableId);
  if (!table) return;
  const { records = 0, badLines = 0 } = job.result ?? {};
  const rejected = badLines > 0 ? `, ${counted(badLines, "line")} rejected` : "";
  const result = `${counted(records, "record")}${rejected}`;
  const message =
    job.state === "done"
      ? `The import into ${table.name} is done: ${result}`
      : `The import into ${table.name} failed: ${result}. ${job.error}`;
  await notify(
    { name: `${job.id} ended`, time: job.lastModifiedTime, context: table.context },
    new Map([[job.createdBy, { notifyType: "system", message, path: table.path }]]),
  );
}

const counted = (count: number, what: string) =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
