/*
 * The engine keeps each record of its stream for good, with the item before and after. What is settled (stream-position.ts) is never read
 * again, so it is taken out of the engine's file, whose pages then hold what comes next.
 *
 * SQLite has one writer at a time. The engine waits 5 s for its turn, and begins each write by taking it; so we take little
 * at a time, and do not wait for ours: everything else here would wait with us. The last settled record stays: the engine counts on from
 * the highest number that it finds.
 */
import { DatabaseSync } from "node:sqlite";

interface TrimmerOptions {
  file: string;
  tableName: string;
  log: (line: string) => void;
}

const atOnce = 200;
/** Milliseconds: before anything is taken out, and between pieces of more than is taken at once. */
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
  // what is lost with the machine is taken out again; moving it into the file is the engine's work
  database.exec("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0");
  return database;
}
