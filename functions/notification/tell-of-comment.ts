import { notifyOfComment } from "#lib/data/notifications/notify-of-comment";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Notifies people of a comment, and its author of reactions to it",
    changes: [{ entity: "comment", kinds: ["created", "changed"] }],
  },
  notifyOfComment,
);
