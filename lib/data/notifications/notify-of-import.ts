/* Telling who began an import that it has ended, and what came of it. */

import type { JobItem } from "#lib/data/jobs/jobs";
import { getItem, type Key } from "#lib/store/store";
import { findContext } from "./notification-context.ts";
import { notify } from "./notify.ts";

export async function notifyOfImport(key: Key): Promise<void> {
  const job = await getItem<JobItem>(key);
  if (job?.kind !== "importRecords" || !job.tableId) return;
  const place = await findContext(job.tableId);
  if (!place) return;
  const { records = 0, badLines = 0 } = job.result ?? {};
  const left = badLines > 0 ? `, ${counted(badLines, "line")} did not go in` : "";
  const came = `${counted(records, "record")}${left}`;
  const message =
    job.state === "done"
      ? `The import into ${place.name} is done: ${came}`
      : `The import into ${place.name} was given up: ${came}. ${job.error}`;
  await notify(
    { name: `${job.id} ended`, time: job.lastModifiedTime, scene: place.scene },
    new Map([[job.createdBy, { notifyType: "system", message, path: place.path }]]),
  );
}

const counted = (count: number, what: string) =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
