import { clearDeliveries } from "#lib/data/cleanup/clear-deliveries";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Removes what was delivered to a webhook that was deleted",
    changes: [{ entity: "webhook", kinds: ["removed"] }],
    batch: 1,
  },
  ({ key }) => clearDeliveries(key),
);
