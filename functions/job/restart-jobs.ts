import { restartOverdue } from "#lib/data/jobs/run-job";
import { scheduled } from "#lib/events/scheduled";

export const handler = scheduled(
  { summary: "Makes jobs due again that should have gone on", everyMinutes: 5 },
  restartOverdue,
);
