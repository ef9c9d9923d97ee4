import { provideThumbnails } from "#lib/data/records/thumbnails";
import { consumer } from "#lib/events/consumer";

export const handler = consumer(
  {
    summary: "Make the thumbnails of a picture",
    // uploaded, or named by a record
    changes: [{ entity: "attachment", kinds: ["changed"] }],
    // one may take the memory and most of the time of a call
    batch: 1,
  },
  ({ key }) => provideThumbnails(key),
);
