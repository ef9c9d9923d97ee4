/*
 * Takes over the data folder of an earlier Gridless, whose store was an emulator (dynoxide) on store.db. Its SQLite file is read directly:
 * all items, and the changes that no consumer has received. The new file gets its name when it is complete, so a start that was interrupted
 * begins again. Long steps log their progress, and signals are handled meanwhile.
 */
import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as letOthersRun } from "node:timers/promises";
import { endLeftOver } from "#lib/local/dynoxide/engine-process";
import { type ChangeContents, fillFile, type TableContents } from "#lib/local/embedded/fill-file";
import type { TableDefinition } from "#lib/local/embedded/storage/tables";
import type { WireItem } from "#lib/local/embedded/values/wire";
import { StartError } from "#lib/local/process/start-error";

interface TakeOverOptions {
  folder: string;
  /** The emulator's file. It is not removed. */
  old: string;
  file: string;
  definitionOf: (table: string) => TableDefinition;
  log: (line: string) => void;
}

/** Throws a StartError if the old file cannot be read. */
export async function takeOver({ folder, old, file, definitionOf, log }: TakeOverOptions): Promise<void> {
  // a process that remained after kill -9 of an earlier server
  await endLeftOver(Number(readOr(join(folder, "engine.pid"), "0")), old);
  const unfinished = `${file}.new`;
  for (const end of ["", "-wal", "-shm"]) rmSync(unfinished + end, { force: true });
  try {
    const count = await copy(old, unfinished, { folder, definitionOf, log });
    renameSync(unfinished, file);
    log(`${count} items of ${old} were copied into ${file}, which is the store now; the old file is kept`);
  } catch (cause) {
    throw new StartError(
      `${old}, the store of an earlier Gridless, cannot be taken over: ${(cause as Error).message}`,
      { cause },
    );
  }
}

async function copy(
  old: string,
  file: string,
  { folder, definitionOf, log }: Pick<TakeOverOptions, "folder" | "definitionOf" | "log">,
): Promise<number> {
  const database = new DatabaseSync(old);
  try {
    const names = database
      .prepare("SELECT table_name AS name FROM _tables WHERE stream_enabled = 1")
      .all() as { name: string }[];
    const settled = settledShards(folder);
    const tables = names.map(
      ({ name }): TableContents => ({
        definition: definitionOf(name),
        items: itemsOf(database, name),
        changes: changesOf(database, name, settled),
      }),
    );
    const total = names.reduce((sum, { name }) => sum + countItems(database, name), 0);
    return await fillFile(file, tables, showProgress(old, total, log));
  } finally {
    database.close();
  }
}

/** Milliseconds between two lines about the progress, and until the first. */
const pause = 1000;

function showProgress(old: string, total: number, log: TakeOverOptions["log"]) {
  let last = performance.now();
  return async (count: number) => {
    if (performance.now() - last >= pause) {
      last = performance.now();
      log(`copying ${old}: ${count} of ${total} items`);
    }
    await letOthersRun();
  };
}

function countItems(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS count FROM ${quoted(table)}`).get()?.["count"]);
}

const quoted = (table: string) => `"${table.replaceAll('"', '""')}"`;

function* itemsOf(database: DatabaseSync, table: string): Generator<WireItem> {
  const rows = database.prepare(`SELECT item_json AS item FROM ${quoted(table)}`);
  for (const { item } of rows.iterate()) yield JSON.parse(item as string);
}

interface StreamRow {
  shard: string;
  sequence: string;
  old: string | null;
  new: string | null;
  time: number;
  user: string | null;
}

function* changesOf(database: DatabaseSync, table: string, settled: Shards): Generator<ChangeContents> {
  const rows = database.prepare(
    `SELECT shard_id AS shard, sequence_number AS sequence, old_image AS old, new_image AS new, created_at AS time,
            user_identity AS user
     FROM _stream_records WHERE table_name = ? ORDER BY id`,
  );
  for (const row of rows.iterate(table)) {
    const { shard, sequence, time, user, ...images } = row as unknown as StreamRow;
    if (BigInt(sequence) <= BigInt(settled[shard] ?? 0)) continue;
    yield { time: time * 1000, byService: user !== null, old: parse(images.old), new: parse(images.new) };
  }
}

const parse = (image: string | null): WireItem | undefined =>
  image === null ? undefined : JSON.parse(image);

/** The last settled sequence number of each shard. */
type Shards = Record<string, string>;

function settledShards(folder: string): Shards {
  const { shards = {} } = JSON.parse(readOr(join(folder, "stream.json"), "{}")) as { shards?: Shards };
  return shards;
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
}
