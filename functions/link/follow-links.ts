import { followLeft } from "#lib/data/links/left-notes";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Bring links and titles up to date in other records, where the call that changed them has not",
    changes: [{ entity: "linkNote", kinds: ["created"], dueAt: "dueTime" }],
  },
  ({ key }) => followLeft(key, new Date().toISOString()),
);
