import * as attachments from "#lib/data/records/attachments";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Remove the bytes of an unused file",
    changes: [
      { entity: "attachment", kinds: ["removed"] },
      { entity: "avatar", kinds: ["removed"] },
    ],
  },
  ({ key }) => attachments.removeBytes(key),
);
