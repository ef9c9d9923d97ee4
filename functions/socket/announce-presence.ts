import { consumer } from "#lib/events/consumer";
import type { BaseId, ViewId } from "#lib/schemas/basics/ids";
import { sendPresence } from "#lib/socket/presence";

export const handler = consumer(
  {
    summary: "Shows the people who look at a view to each other",
    changes: [{ entity: "plannedPresence", kinds: ["created", "changed"], dueAt: "dueTime" }],
    once: ({ key }) => `${key.pk} ${key.sk}`,
  },
  ({ key }) => sendPresence(key.pk.split("#")[1] as BaseId, key.sk as ViewId, new Date().toISOString()),
);
