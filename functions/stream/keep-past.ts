import { keepPast } from "#lib/data/keep-past";
import { recordParts } from "#lib/data/record-keys";
import { streamReader } from "#lib/events/reader";

export const handler = streamReader(
  { summary: "Keeps how records were: their history, and what was deleted", partitions: recordParts },
  (passed) => keepPast(passed, new Date().toISOString()),
);
