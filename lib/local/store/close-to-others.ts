/*
 * Removes the permissions of other users from a folder and everything in it: 0700 and 0600. Permissions on Windows are different, and stay
 * as they are.
 */
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "#lib/local/process/start-error";

const ofOthers = 0o077;
const sticky = 0o1000;

/** Throws a StartError for a folder that is made for all users, as /tmp is: closing it would take it from them. */
export function refuseShared(folder: string): void {
  if (process.platform !== "win32" && modeOf(folder) & sticky && isOpen(folder))
    throw new StartError(`the folder ${folder} is for all users: set GRIDLESS_DATA to a folder in it`);
}

/** Folders in it that are closed already are skipped: files that are made there later are closed (`umask` in bin/serve.ts). */
export function closeToOthers(folder: string): void {
  if (process.platform === "win32") return;
  closeContents(folder);
  close(folder);
}

function closeContents(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!isOpen(path)) continue;
      // its contents first: if this is cut short, the folder is still open and is looked into again
      closeContents(path);
      close(path);
    } else if (entry.isFile()) close(path);
  }
}

const isOpen = (path: string): boolean => (modeOf(path) & ofOthers) !== 0;

/** 0 for a file that was removed meanwhile: SQLite removes its own. */
const modeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mode ?? 0;

function close(path: string): void {
  if (!isOpen(path)) return;
  try {
    chmodSync(path, modeOf(path) & 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
