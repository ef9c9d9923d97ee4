import { clearDue } from "#lib/data/tables/remove-table";
import { scheduled } from "#lib/events/scheduled";

export const handler = scheduled(
  { summary: "Has deleted tables cleared whose time in the trash is over", everyMinutes: 60 },
  clearDue,
);
