import { recordParts } from "#lib/data/records/record-keys";
import { keepRecordImages } from "#lib/data/trash/record-images";
import { deletionsOfRecords } from "#lib/data/trash/trash";
import { streamReader } from "#lib/events/reader";

export const handler = streamReader(
  {
    summary: "Keep the history of records, and deleted records",
    partitions: [recordParts, deletionsOfRecords],
  },
  (passed) => keepRecordImages(passed, new Date().toISOString()),
);
