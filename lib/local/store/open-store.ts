/*
 * Opens store.sqlite of a data folder. If it does not open, the error says in one line why, and what to do. A store that is missing is not
 * replaced by a new one: an empty store would look as if everything was deleted.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Engine, type EngineOptions, openEngine } from "#lib/local/embedded/open-engine";
import { findDamage } from "#lib/local/embedded/storage/damage";
import { sizeOf } from "#lib/local/embedded/storage/file-header";
import { StartError } from "#lib/local/process/start-error";
import { listCopies, restoreCommand } from "#lib/local/store/copies/copies";
import { explainFailure, inUse, isLocked } from "./data-folder.ts";

export const storeFile = (folder: string): string => join(folder, "store.sqlite");

function wayBack(folder: string): string {
  const last = listCopies(folder).at(-1)?.folder;
  const from = last
    ? `the last one is here: ${restoreCommand(folder, last)}`
    : "docs/operations/backup-and-restore.md";
  return `put the whole folder back from a backup (${from}); to begin with an empty store, set GRIDLESS_DATA to a new folder`;
}

/** Throws a StartError if a store was made in this folder and is missing or empty now. `version` is the version in the folder. */
export function refuseGone({ folder, version }: { folder: string; version: string | undefined }): void {
  const file = storeFile(folder);
  if (sizeOf(file) > 0) return;
  if (version === undefined && sizeOf(`${file}-wal`) === 0) return;
  const what = existsSync(file) ? "is empty" : "is missing";
  throw new StartError(
    `the store of the data folder ${folder} is gone: store.sqlite ${what}; ${wayBack(folder)}`,
  );
}

/** Throws a StartError if the store does not open. */
export function openStore(folder: string, options: Omit<EngineOptions, "file">): Engine {
  const file = storeFile(folder);
  try {
    return explainFailure(folder, () => openEngine({ file, ...options }));
  } catch (error) {
    const cause = error instanceof StartError ? error.cause : error;
    if (isLocked(cause)) throw inUse(folder);
    const damage = findDamage(error);
    if (damage) throw refusedDamaged(folder, damage);
    if (error instanceof StartError) throw error;
    throw new StartError(`the store does not open: ${(error as Error).message}`, { cause });
  }
}

/** For a store that a start cannot read. */
export const refusedDamaged = (folder: string, damage: Error): StartError =>
  new StartError(
    `the store ${storeFile(folder)} is damaged (${damage.message}): keep a copy of the folder, and ${wayBack(folder)}`,
    { cause: damage },
  );

/** The line for a store that is found to be damaged while it is open. */
export const damaged = (folder: string, { message }: Error): string =>
  `the store ${storeFile(folder)} is damaged (${message}): nothing more is written to it, and what can be read is still answered; stop the server, keep a copy of the folder, and ${wayBack(folder)}`;

/** The same for callers, who learn no paths. */
export function wayBackForCallers(folder: string): string {
  const last = listCopies(folder).at(-1);
  const which = last ? `the last one is of ${new Date(last.time).toISOString()}` : "none is in its folder";
  return `Who runs the service must put it back from a backup; ${which}`;
}
