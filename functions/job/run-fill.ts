import { roleMay } from "#lib/access/roles";
import { fillEndings } from "#lib/data/ai/fill-endings";
import { type Pieces, takeTurn } from "#lib/data/jobs/run-job";
import { consumer } from "#lib/events/consumer";

const pieces: Partial<Pieces> = {
  // loaded on demand: a turn that comes late or twice needs neither the record writer nor a model
  fillCells: async (job) =>
    (await import("#lib/data/ai/run-fill")).runFill(job, (role) => roleMay(role, "record|update")),
};

export const handler = consumer(
  {
    summary: "Run the next step of a job that asks language models",
    changes: [{ entity: "fillJob", kinds: ["created", "changed"], dueAt: "dueTime" }],
    batch: 1,
  },
  (change) => takeTurn(change, pieces, () => new Date().toISOString(), fillEndings),
);
