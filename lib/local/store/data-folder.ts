/*
 * The data folder: made if it is not there, of one version, open in one process at a time.
 *
 *   lock                held as long as the process lives
 *   version             "1"
 *   store.db            the engine's, see embedded-store.ts
 *   engine.pid          likewise
 *   files               those of attachments, see lib/files/folder.ts
 *   stream.json         how far the stream is settled, see stream-position.ts
 *   dead-letters.jsonl  changes that a consumer could not take
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "#lib/local/process/start-error";

const version = "1";

/** Opens the folder for this process alone. */
export function openDataFolder(path: string): { folder: string; close(): void } {
  const folder = resolve(path);
  try {
    // a token that opens everything lies in it
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const close = lock(folder);
    try {
      checkVersion(folder);
    } catch (error) {
      close();
      throw error;
    }
    return { folder, close };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`the data folder ${folder} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * An empty SQLite file under an exclusive lock. The system lets go of it when the process dies, however it dies, so
 * there is no stale lock, no recycled process id, and of two that start at once exactly one gets it.
 */
function lock(folder: string): () => void {
  // a moment's patience: of two that start at once, the one who wins waits for the other to step back
  const database = new DatabaseSync(join(folder, "lock"), { timeout: 250 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (!/locked/.test((error as Error).message)) throw error;
    throw new StartError(
      `the data folder ${folder} is in use by another Gridless: stop that one or set GRIDLESS_DATA to another folder`,
    );
  }
  return () => {
    if (database.isOpen) database.close();
  };
}

function checkVersion(folder: string): void {
  const file = join(folder, "version");
  let found: string;
  try {
    found = readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    writeFileSync(file, `${version}\n`);
    return;
  }
  if (found !== version)
    throw new StartError(
      `the data folder ${folder} is of version ${found}, this Gridless reads version ${version}: set GRIDLESS_DATA to another folder`,
    );
}
