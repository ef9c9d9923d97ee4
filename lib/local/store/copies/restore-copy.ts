/*
 * Puts a copy in the place of a store whose server has stopped. What was there is kept beside it:
 *
 *   copy ──▶ <data folder>/restoring/ ──▶ store.sqlite, files … go to before-restore-<time>/ ──▶ those of restoring/ get their names
 *
 * A process that is killed meanwhile has removed nothing: the command is given again.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { checkHeader } from "#lib/local/embedded/storage/file-header";
import { StartError } from "#lib/local/process/start-error";
import { explainFailure, openDataFolder, versionOf } from "#lib/local/store/data-folder";
import { storeFile } from "#lib/local/store/open-store";
import { nameOf, namesInside, reasonIn } from "./copies.ts";

const parts = ["store.sqlite", "files", "version", "dev.json"];
/** What belongs to the store that is replaced. */
const replaced = [...parts, "store.sqlite-wal", "store.sqlite-shm"];

/** Gives the folder of what was there before, if there was anything. Throws a StartError for a copy that is damaged or not one. */
export function restoreCopy(folder: string, copy: string): string | undefined {
  const from = resolve(copy);
  refuseDamagedCopy(from);
  const { folder: to, close } = openDataFolder(folder, [versionOf.embedded, versionOf.dynoxide]);
  try {
    return explainFailure(to, () => replace(from, to));
  } finally {
    close();
  }
}

/** Throws a StartError if the store in this folder does not open, or is damaged. Reads all of it. */
export function refuseDamagedCopy(copy: string): void {
  const file = storeFile(copy);
  if (!existsSync(file)) throw new StartError(`there is no copy in ${copy}: it has no store.sqlite`);
  try {
    checkHeader(file);
    // nothing else has it open; so SQLite makes no files beside it
    const address = pathToFileURL(file);
    address.searchParams.set("immutable", "1");
    const database = new DatabaseSync(address, { readOnly: true });
    const found = database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"];
    database.close();
    if (found !== "ok") throw new Error(String(found));
  } catch (error) {
    throw new StartError(`the copy ${copy} is damaged: ${reasonIn(error)}; take another one`, {
      cause: error,
    });
  }
}

function replace(from: string, to: string): string | undefined {
  const restoring = join(to, "restoring");
  rmSync(restoring, { recursive: true, force: true });
  mkdirSync(restoring, { mode: 0o700 });
  // the copy is kept, and its files may be links to those that are in use
  for (const name of parts)
    if (existsSync(join(from, name))) cpSync(join(from, name), join(restoring, name), { recursive: true });
  const there = replaced.filter((name) => existsSync(join(to, name)));
  const before = join(to, `before-restore-${nameOf(new Date())}`);
  if (there.length > 0) mkdirSync(before, { mode: 0o700 });
  for (const name of there) renameSync(join(to, name), join(before, name));
  for (const name of namesInside(restoring)) renameSync(join(restoring, name), join(to, name));
  rmSync(restoring, { recursive: true, force: true });
  return there.length > 0 ? before : undefined;
}
