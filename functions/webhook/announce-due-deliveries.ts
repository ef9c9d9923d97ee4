import { announceDue } from "#lib/data/webhooks/due-deliveries";
import { scheduled } from "#lib/events/scheduled";

export const handler = scheduled(
  { summary: "Makes events due again that a receiver has not taken for longer", everyMinutes: 5 },
  announceDue,
);
