/*
 * The data folder: made if it is not there, of one version, open in one process at a time.
 *
 *   lock                held as long as the process lives
 *   version             of the store: "2" embedded, "1" an emulator's; written when the store is made
 *   store.sqlite        the embedded store, see embedded-store.ts
 *   files               those of attachments, see lib/files/folder.ts
 *   store.db            the emulator's store, see dynoxide-store.ts
 *   engine.pid          the emulator's process
 *   stream.json         how far the emulator's stream is settled, see stream-position.ts
 *   dev.json            where the server is and how to call it, see dev-json.ts
 *   openapi-….json      the OpenAPI document, see read-made.ts; made anew if it is missing
 *   docs-….html         the documentation page, the same
 *   dead-letters.jsonl  changes that a consumer could not take
 *
 * Only its user may read the folder and what is in it.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "#lib/local/process/start-error";
import { closeToOthers, refuseShared } from "./close-to-others.ts";

/** The version of the data in the folder. An earlier Gridless does not open a folder whose store it does not know. */
export const versionOf = { dynoxide: "1", embedded: "2" } as const;
type Version = (typeof versionOf)[keyof typeof versionOf];

interface DataFolder {
  folder: string;
  /** Undefined for a folder in which no store was made. */
  version: Version | undefined;
  setVersion(version: Version): void;
  close(): void;
}

/**
 * Opens the folder for this process alone. Throws a StartError if its version is not one of `versions`, of which the first is the present
 * one.
 */
export function openDataFolder(path: string, versions: readonly [Version, ...Version[]]): DataFolder {
  const folder = resolve(path);
  makeDataFolder(folder);
  return explainFailure(folder, () => {
    const close = lock(folder);
    try {
      closeToOthers(folder);
      const version = readVersion(folder, versions);
      return { folder, version, setVersion: (version) => writeVersion(folder, version), close };
    } catch (error) {
      close();
      throw error;
    }
  });
}

/**
 * Makes the folder and its parents where they are missing, and closes it to other users; throws a StartError when it cannot be made, or
 * is not for one user.
 */
export function makeDataFolder(path: string): void {
  const folder = resolve(path);
  explainFailure(folder, () => {
    makeFolder(folder);
    refuseShared(folder);
    closeToOthers(folder);
  });
}

/** Not `recursive: true`, which never returns where the system answers ENOENT to a new folder, as in /proc. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  // a drive that is missing has no parent
  if (parent !== folder) makeFolder(parent);
  try {
    // only this user may read it: it holds a token that opens everything
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // another process may have made it in between
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Errors of the file system within the data folder become a StartError that says what to do. */
export function explainFailure<Value>(folder: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error && "code" in error)) throw error;
    throw new StartError(
      `the data folder ${folder} cannot be used: ${reasonOf(error as NodeJS.ErrnoException)}; set GRIDLESS_DATA to a folder that this user may write`,
      { cause: error },
    );
  }
}

function reasonOf({ code, path, message }: NodeJS.ErrnoException): string {
  if (code === "EACCES" || code === "EPERM") return `permission denied at ${path}`;
  if (code === "EROFS") return `the file system of ${path} is read-only`;
  if (code === "EEXIST" || code === "ENOTDIR") return `${path} is not a folder`;
  if (code === "ENOENT") return `the system refuses to make ${path}`;
  if (/unable to open database file/.test(message)) return "no file can be made in it";
  return message;
}

/**
 * Locks the folder by an exclusive lock on an empty SQLite file. The system removes the lock when the process ends, also after kill -9. So
 * there is no stale lock and no recycled process id, and of two processes that start at once exactly one gets the lock.
 */
function lock(folder: string): () => void {
  try {
    return lockFile(join(folder, "lock"));
  } catch (error) {
    if (!isLocked(error)) throw error;
    throw inUse(folder);
  }
}

/** Locks such a file, and gives the function that unlocks it. Throws the error of SQLite, which `isLocked` knows. */
export function lockFile(file: string): () => void {
  // waits a moment for a process that is just giving up its own attempt
  const database = new DatabaseSync(file, { timeout: 250 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    throw error;
  }
  return () => {
    if (database.isOpen) database.close();
  };
}

/** Whether another process holds the lock of a file of SQLite. */
export const isLocked = (error: unknown): boolean => /locked/.test((error as Error).message);

export const inUse = (folder: string): StartError =>
  new StartError(
    `the data folder ${folder} is in use by another Gridless: stop that one or set GRIDLESS_DATA to another folder`,
  );

function readVersion(folder: string, versions: readonly [Version, ...Version[]]): Version | undefined {
  let found: string;
  try {
    found = readFileSync(versionFile(folder), "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
  const version = versions.find((each) => each === found);
  if (version) return version;
  throw new StartError(
    `the data folder ${folder} is of version ${found}, this Gridless reads version ${versions[0]}: set GRIDLESS_DATA to another folder`,
  );
}

/** Whether a data folder was made there. Throws a StartError if it belongs to another user. */
export const hasVersion = (folder: string): boolean =>
  explainFailure(folder, () => statSync(versionFile(folder), { throwIfNoEntry: false }) !== undefined);

const versionFile = (folder: string) => join(folder, "version");

function writeVersion(folder: string, version: Version): void {
  writeFileSync(versionFile(folder), `${version}\n`, { mode: 0o600 });
}
