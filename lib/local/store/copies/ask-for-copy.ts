/*
 * Another process asks the server of a data folder for a copy. Only the server can read its store, so the request is a file in the folder,
 * which only its user can write:
 *
 *   copy-wanted.json    { "id", "target" }                    written by npm run store -- --backup
 *   copy-made.json      { "id", "folder" } or { "id", "error" }   written by the server when it is done
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import timers from "node:timers/promises";
import { repeatWork } from "#lib/local/process/repeat-work";
import { replaceFile } from "#lib/local/process/replace-file";
import { StartError } from "#lib/local/process/start-error";
import { openDataFolder, versionOf } from "#lib/local/store/data-folder";
import { reasonIn } from "./copies.ts";
import { makeCopy, type Source } from "./make-copy.ts";

interface Wanted {
  id: string;
  target?: string;
}
interface Made {
  id: string;
  folder?: string;
  error?: string;
}

const wantedFile = (folder: string) => join(folder, "copy-wanted.json");
const madeFile = (folder: string) => join(folder, "copy-made.json");
/** Milliseconds between two looks. */
const interval = 500;
/** Milliseconds within which a running server takes a request. */
const patience = 10_000;

/** Makes the copies that other processes ask for, one after another, until it is stopped. */
export function answerCopyRequests(
  engine: Source,
  folder: string,
  log: (line: string) => void,
): { stop(): Promise<void> } {
  // of a process that is gone
  rmSync(wantedFile(folder), { force: true });
  return repeatWork(answer, interval);

  async function answer(): Promise<void> {
    if (!existsSync(wantedFile(folder))) return;
    const wanted = readFile<Wanted>(wantedFile(folder));
    rmSync(wantedFile(folder), { force: true });
    if (!wanted) return;
    const made = await makeCopy(engine, folder, wanted.target).then(
      (copy) => ({ folder: copy }),
      (error: Error) => ({ error: error.message }),
    );
    try {
      replaceFile(madeFile(folder), JSON.stringify({ id: wanted.id, ...made }));
    } catch (error) {
      // for example a full disk: who asked waits, and the server goes on
      log(`the answer to a request for a copy could not be written: ${reasonIn(error)}`);
    }
  }
}

/** Gives the folder of the copy that the running server makes. Throws a StartError if it does not. */
export async function askForCopy(folder: string, target?: string): Promise<string> {
  const id = crypto.randomUUID();
  replaceFile(wantedFile(folder), JSON.stringify({ id, target }));
  for (let waited = 0; existsSync(wantedFile(folder)); waited += interval) {
    if (waited >= patience) {
      rmSync(wantedFile(folder), { force: true });
      throw new StartError(
        `the process that has ${folder} open makes no copy: it is not npm start, or one of an earlier version`,
      );
    }
    await timers.setTimeout(interval);
  }
  for (;;) {
    const hasEnded = isFree(folder);
    const made = readFile<Made>(madeFile(folder));
    if (made?.id === id) {
      rmSync(madeFile(folder), { force: true });
      if (made.folder) return made.folder;
      throw new StartError(`the copy could not be made: ${made.error}`);
    }
    if (hasEnded) throw new StartError(`the server of ${folder} ended before the copy was made; ask again`);
    await timers.setTimeout(interval);
  }
}

/** Whether no process has the folder open. */
function isFree(folder: string): boolean {
  try {
    openDataFolder(folder, [versionOf.embedded]).close();
    return true;
  } catch {
    return false;
  }
}

function readFile<Value>(file: string): Value | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
