import { forgetNotifications } from "#lib/data/notifications/forget-notifications";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Remove notifications about places that a user left",
    changes: [{ entity: "memberEntry", kinds: ["removed"] }],
  },
  ({ key }) => forgetNotifications(key),
);
