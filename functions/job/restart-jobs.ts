import { fillEndings } from "#lib/data/ai/fill-endings";
import { backupEndings } from "#lib/data/backup/backup-endings";
import { copyEndings } from "#lib/data/copies/copy-endings";
import { restartOverdue } from "#lib/data/jobs/run-job";
import { scheduled } from "#lib/events/scheduled";

export const handler = scheduled({ summary: "Queue overdue jobs again", everyMinutes: 5 }, (now) =>
  restartOverdue(now, { ...copyEndings, ...backupEndings, ...fillEndings }),
);
