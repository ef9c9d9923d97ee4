import { notifyOfMention } from "#lib/data/notifications/notify-of-mention";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Notify users who are newly named in cells",
    changes: [{ entity: "naming", kinds: ["created"] }],
  },
  ({ key }) => notifyOfMention(key),
);
