import { followOverdue } from "#lib/data/links/left-notes";
import { scheduled } from "#lib/events/scheduled";

export const handler = scheduled(
  { summary: "Follow links and titles that were left", everyMinutes: 5 },
  followOverdue,
);
