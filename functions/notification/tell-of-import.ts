import { notifyOfImport } from "#lib/data/notifications/notify-of-import";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Notifies who began an import that it has ended",
    changes: [{ entity: "endedJob", kinds: ["created"] }],
  },
  ({ key }) => notifyOfImport(key),
);
