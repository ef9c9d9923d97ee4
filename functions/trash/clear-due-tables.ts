import { clearDue } from "#lib/data/tables/remove-table";
import { scheduled } from "#lib/events/scheduled";

export const handler = scheduled(
  { summary: "Clear tables whose trash time is over", everyMinutes: 60 },
  clearDue,
);
