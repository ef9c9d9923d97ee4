import { consumer } from "#lib/events/consumer";
import type { BaseId } from "#lib/schemas/basics/ids";
import { announceChanges, sendHint } from "#lib/socket/announce-changes";

export const handler = consumer(
  {
    summary: "Tells the viewers of a base that it changed",
    changes: [
      { entity: "heardChanges", kinds: ["created", "changed"] },
      { entity: "plannedHint", kinds: ["created", "changed"], dueAt: "dueTime" },
    ],
    once: ({ entity, key }) => `${entity} ${key.pk}`,
  },
  ({ entity, key }) => {
    const baseId = key.pk.split("#")[1] as BaseId;
    return entity === "plannedHint" ? sendHint(baseId) : announceChanges(baseId);
  },
);
