import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { indexStream } from "#lib/local/dynoxide/stream-index";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

let temporary: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  temporary = temporaryFolder();
});
afterEach(() => temporary.remove());

test.each([
  ["no such table", "CREATE TABLE _streams (table_name TEXT)"],
  ["another column", "CREATE TABLE _stream_records (table_name TEXT, sequence INTEGER)"],
  [
    "an index of that name on something else",
    `CREATE TABLE _stream_records (table_name TEXT, sequence_number TEXT);
     CREATE INDEX stream_sequence ON _stream_records(sequence_number)`,
  ],
])("an engine that keeps its stream otherwise: %s", (_, schema) => {
  const file = join(temporary.folder, "store.db");
  const database = new DatabaseSync(file);
  database.exec(schema);
  database.close();
  expect(() => indexStream(file)).toThrow("keeps its stream in another way than this Gridless knows");
});
