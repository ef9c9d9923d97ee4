import { clearDeliveries } from "#lib/data/cleanup/clear-deliveries";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Remove the deliveries of a deleted webhook",
    changes: [{ entity: "webhook", kinds: ["removed"] }],
    batch: 1,
  },
  ({ key }) => clearDeliveries(key),
);
