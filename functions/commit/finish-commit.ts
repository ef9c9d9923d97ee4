import { consumer } from "#lib/events/consumer";
import { idOf } from "#lib/store/commit-items";
import { settle } from "#lib/store/settle-commit";

export const handler = consumer(
  {
    summary: "Apply or undo a staged commit after its decision",
    changes: [{ entity: "commit", kinds: ["changed"] }],
    batch: 1,
  },
  ({ key }) => settle(idOf(key)),
);
