import { notifyOfMention } from "#lib/data/notifications/notify-of-mention";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  { summary: "Notifies people whom cells name now", changes: [{ entity: "naming", kinds: ["created"] }] },
  ({ key }) => notifyOfMention(key),
);
