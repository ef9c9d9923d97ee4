import { keepPast } from "#lib/data/keep-past";
import { recordParts } from "#lib/data/records/record-keys";
import { deletionsOfRecords } from "#lib/data/trash";
import { streamReader } from "#lib/events/reader";

export const handler = streamReader(
  {
    summary: "Keeps how records were: their history, and what was deleted, until it cannot be brought back",
    partitions: [recordParts, deletionsOfRecords],
  },
  (passed) => keepPast(passed, new Date().toISOString()),
);
