import { announceDue } from "#lib/data/webhooks/due-deliveries";
import { scheduled } from "#lib/events/scheduled";

export const handler = scheduled(
  { summary: "Queue overdue webhook events again", everyMinutes: 5 },
  announceDue,
);
