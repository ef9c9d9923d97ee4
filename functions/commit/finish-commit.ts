import { consumer } from "#lib/events/consumer";
import { idOf } from "#lib/store/commit-items";
import { settle } from "#lib/store/settle-commit";

export const handler = consumer(
  {
    summary: "Finishes a staged commit that was decided, or undoes it",
    changes: [{ entity: "commit", kinds: ["changed"] }],
    batch: 1,
  },
  ({ key }) => settle(idOf(key)),
);
