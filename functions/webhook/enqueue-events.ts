import { enqueueEvent } from "#lib/data/webhooks/enqueue-event";
import type { Change } from "#lib/events/change";
import { consumer } from "#lib/events/consumer";

const all = ["created", "changed", "removed"] as const;

export const handler = consumer(
  {
    summary: "Queue events for the webhooks of a base, and cells for models to fill",
    changes: [
      { entity: "record", kinds: all },
      { entity: "field", kinds: ["created", "changed"] },
      { entity: "goneField", kinds: ["changed"] },
      { entity: "view", kinds: all },
      { entity: "comment", kinds: all },
    ],
  },
  async (change) => {
    await Promise.all([enqueueEvent(change, new Date().toISOString()), fillFrom(change)]);
  },
);

/** Cells that models fill from a record. A constant in the bundles: without models they have no code for it. */
async function fillFrom({ entity, kind, key }: Change): Promise<void> {
  if (process.env["GRIDLESS_AI_MODELS"]) {
    if (entity !== "record" || kind === "removed") return;
    const { noteAutoFill } = await import("#lib/data/ai/auto-tasks");
    await noteAutoFill(key);
  }
}
