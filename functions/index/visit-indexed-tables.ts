import { visitIndexedTables } from "#lib/data/indexes/indexed-tables";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { scheduled } from "#lib/events/scheduled";

export const handler = scheduled(
  {
    summary: "Drop indexes that requests do not ask for any longer, and begin to sweep the others",
    everyMinutes: 60,
  },
  (now) => visitIndexedTables(now, tendIndexes),
);
