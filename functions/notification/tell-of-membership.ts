import { notifyOfMembership } from "#lib/data/notifications/notify-of-membership";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Notifies people of places that they were invited to",
    changes: [{ entity: "member", kinds: ["created"] }],
  },
  ({ key }) => notifyOfMembership(key),
);
