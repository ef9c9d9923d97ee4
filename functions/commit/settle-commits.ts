import { scheduled } from "#lib/events/scheduled";
import { settleLeft } from "#lib/store/settle-commit";

export const handler = scheduled(
  { summary: "Finishes or undoes staged commits that nobody came to finish", everyMinutes: 5 },
  settleLeft,
);
