import { enqueueEvent } from "#lib/data/webhooks/enqueue-event";
import { consumer } from "#lib/events/consumer";

const all = ["created", "changed", "removed"] as const;

export const handler = consumer(
  {
    summary: "Tells the webhooks of a base what happened in it",
    changes: [
      { entity: "record", kinds: all },
      { entity: "field", kinds: ["created", "changed"] },
      { entity: "goneField", kinds: ["changed"] },
      { entity: "view", kinds: all },
      { entity: "comment", kinds: all },
    ],
  },
  (change) => enqueueEvent(change, new Date().toISOString()),
);
