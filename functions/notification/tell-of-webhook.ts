import { notifyOfWebhook } from "#lib/data/notifications/notify-of-webhook";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Notifies who made a webhook when it was given up",
    changes: [{ entity: "webhook", kinds: ["changed"] }],
  },
  ({ key }) => notifyOfWebhook(key),
);
