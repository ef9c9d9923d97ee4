/*
 * Every write to a streamed table makes the engine look for the table's highest sequence number. Without an index it reads all stream
 * records for that: writes fall from 65 transactions a second to 4 within a minute. So we add an index to its file. The index depends on
 * the engine's private schema, so the engine's version is pinned exactly, and the start fails if the schema is another one.
 */
import { DatabaseSync } from "node:sqlite";
import { StartError } from "#lib/local/process/start-error";

const number = "CAST(sequence_number AS INTEGER)";
/** The query in the form in which the engine sends it. */
const nextNumber = `SELECT COALESCE(MAX(${number}), 0) + 1 FROM _stream_records WHERE table_name = ?`;

/** Makes the index if it does not exist. The file is in WAL mode, so the engine may use it at the same time. */
export function indexStream(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec(`CREATE INDEX IF NOT EXISTS stream_sequence ON _stream_records(table_name, ${number})`);
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${nextNumber}`).all("");
    if (!plan.some(({ detail }) => String(detail).includes("INDEX stream_sequence")))
      throw new Error("the index is not used");
  } catch (cause) {
    throw new StartError(
      `the emulator keeps its stream in another way than this Gridless knows (${(cause as Error).message}): install the version of @dynoxide/linux-x64 that package.json names`,
      { cause },
    );
  } finally {
    database.close();
  }
}
