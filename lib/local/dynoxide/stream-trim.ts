/*
 * The engine never deletes the records of its stream, which contain the item before and after. Settled records (stream-position.ts) are
 * never read again, so they are deleted from the engine's file, whose pages are then used again. SQLite allows one writer at a time. The
 * engine waits up to 5 s for the lock before each write. So we delete few records at a time, and do not wait for the lock: everything else
 * in this process would wait with us. The last settled record stays, because the engine counts on from the highest number that it finds.
 */
import { DatabaseSync } from "node:sqlite";

interface TrimmerOptions {
  file: string;
  tableName: string;
  log: (line: string) => void;
}

const atOnce = 200;
/** Milliseconds: `usual` before records are deleted, `more` between deletions when there are more records than one deletes. */
const pause = { usual: 1000, more: 20 };

const number = "CAST(sequence_number AS INTEGER)";
const settledRecords = `SELECT rowid FROM _stream_records
  WHERE table_name = ? AND shard_id = ? AND ${number} < ? ORDER BY ${number} LIMIT ${atOnce}`;

export function streamTrimmer({ file, tableName, log }: TrimmerOptions) {
  const settled = new Map<string, string>();
  let database: DatabaseSync | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  /** All of the shard up to this record is settled. */
  function onSettled(shardId: string, sequence: string): void {
    settled.set(shardId, sequence);
    wait(pause.usual);
  }

  function wait(milliseconds: number): void {
    if (!stopped) timer ??= setTimeout(look, milliseconds);
  }

  function look(): void {
    timer = undefined;
    try {
      for (const [shardId, sequence] of settled) {
        if (trim(shardId, sequence) === atOnce) wait(pause.more);
        else settled.delete(shardId);
      }
    } catch (error) {
      if (isBusy(error)) {
        wait(pause.more);
        return;
      }
      stopped = true;
      log(`the stream of the emulator is kept whole: ${(error as Error).message}`);
    }
  }

  function trim(shardId: string, sequence: string): number {
    database ??= open(file);
    const { changes } = database
      .prepare(`DELETE FROM _stream_records WHERE rowid IN (${settledRecords})`)
      .run(tableName, shardId, BigInt(sequence));
    return Number(changes);
  }

  function stop(): void {
    stopped = true;
    clearTimeout(timer);
    database?.close();
  }

  return { onSettled, stop };
}

/** SQLITE_BUSY: another connection is writing. */
const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === 5;

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  // deletions that are lost with the machine are done again; checkpoints are the engine's work
  database.exec("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0");
  return database;
}
