import { notifyOfImport } from "#lib/data/notifications/notify-of-import";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Notify the user that an import, or the filling of a field, has ended",
    changes: [{ entity: "endedJob", kinds: ["created"] }],
  },
  ({ key }) => notifyOfImport(key),
);
