import { settleLeft } from "#lib/data/settle-commit";
import { scheduled } from "#lib/events/scheduled";

export const handler = scheduled(
  { summary: "Finishes or undoes staged commits that nobody came to finish", everyMinutes: 5 },
  settleLeft,
);
