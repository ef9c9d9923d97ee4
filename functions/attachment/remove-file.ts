import * as attachments from "#lib/data/records/attachments";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Removes the bytes of a file that no table has any more, or that nobody put into a record",
    changes: [{ entity: "attachment", kinds: ["removed"] }],
  },
  ({ key }) => attachments.removeBytes(key),
);
