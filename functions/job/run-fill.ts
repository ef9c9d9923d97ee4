import { roleMay } from "#lib/access/roles";
import { fillEndings } from "#lib/data/ai/fill-endings";
import { runFill } from "#lib/data/ai/run-fill";
import { takeTurn } from "#lib/data/jobs/run-job";
import { consumer } from "#lib/events/consumer";

const pieces = {
  fillCells: (job: Parameters<typeof runFill>[0]) => runFill(job, (role) => roleMay(role, "record|update")),
};

export const handler = consumer(
  {
    summary: "Run the next step of a job that asks language models",
    changes: [{ entity: "fillJob", kinds: ["created", "changed"], dueAt: "dueTime" }],
    batch: 1,
  },
  (change) => takeTurn(change, pieces, () => new Date().toISOString(), fillEndings),
);
