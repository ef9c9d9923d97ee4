import { idOf } from "#lib/data/commit-items";
import { settle } from "#lib/data/settle-commit";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Finishes a staged commit that was decided, or undoes it",
    changes: [{ entity: "commit", kinds: ["changed"] }],
    batch: 1,
  },
  ({ key }) => settle(idOf(key)),
);
