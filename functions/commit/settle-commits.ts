import { scheduled } from "#lib/events/scheduled";
import { settleLeft } from "#lib/store/settle-commit";

export const handler = scheduled(
  { summary: "Apply or undo abandoned staged commits", everyMinutes: 5 },
  settleLeft,
);
