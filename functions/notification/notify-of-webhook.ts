import { notifyOfWebhook } from "#lib/data/notifications/notify-of-webhook";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Notify the creator of a webhook that was disabled",
    changes: [{ entity: "webhook", kinds: ["changed"] }],
  },
  ({ key }) => notifyOfWebhook(key),
);
