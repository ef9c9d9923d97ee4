import { clearDue } from "#lib/data/cleanup/clear-due";
import { scheduled } from "#lib/events/scheduled";

export const handler = scheduled(
  { summary: "Clear spaces, bases, tables and fields whose time in the trash is over", everyMinutes: 60 },
  clearDue,
);
