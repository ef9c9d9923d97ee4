import { recordParts } from "#lib/data/records/record-keys";
import { keepRecordImages } from "#lib/data/trash/record-images";
import { deletionsOfRecords } from "#lib/data/trash/trash";
import { streamReader } from "#lib/events/reader";

export const handler = streamReader(
  {
    summary: "Keeps how records were: their history, and what was deleted, until it cannot be brought back",
    partitions: [recordParts, deletionsOfRecords],
  },
  (passed) => keepRecordImages(passed, new Date().toISOString()),
);
