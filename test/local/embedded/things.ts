/* The table of these tests, also for programs that run without vitest. */
import type { TableDefinition } from "#lib/local/embedded/storage/tables";

export const table: TableDefinition = {
  name: "things",
  partitionKey: { name: "pk", type: "S" },
  sortKey: { name: "sk", type: "S" },
  feed: true,
  expiryAttribute: "expiresAt",
};

export const key = (sk: string, pk = "p") => ({ pk: { S: pk }, sk: { S: sk } });
