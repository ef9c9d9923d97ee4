import { forgetNotifications } from "#lib/data/notifications/forget-notifications";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Takes from people what they were told of places that they left",
    changes: [{ entity: "memberEntry", kinds: ["removed"] }],
  },
  ({ key }) => forgetNotifications(key),
);
