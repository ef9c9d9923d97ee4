/*
 * Another process asks the server of a data folder to do something. Only the server can use its store, so the request is a file in the folder,
 * which only its user can write:
 *
 *   <name>-wanted.json    { "id", … }                       written by a command, for example npm run store -- --backup
 *   <name>-made.json      { "id", … } or { "id", "error" }  written by the server when it is done
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import timers from "node:timers/promises";
import { repeatWork } from "#lib/local/process/repeat-work";
import { replaceFile } from "#lib/local/process/replace-file";
import { StartError } from "#lib/local/process/start-error";
import { reasonIn } from "#lib/local/store/copies/copies";
import { openDataFolder, versionOf } from "#lib/local/store/data-folder";
import { isObject } from "#lib/schemas/basics/object";

/** What is asked, and where. */
interface Kind {
  folder: string;
  /** The beginning of the names of the files. */
  name: string;
  /** For people: a request for …. */
  what: string;
}

const wantedFile = ({ folder, name }: Kind) => join(folder, `${name}-wanted.json`);
const madeFile = ({ folder, name }: Kind) => join(folder, `${name}-made.json`);
/** Milliseconds between two looks. */
const interval = 500;
/** Milliseconds within which a running server takes a request. */
const patience = 10_000;

/** Does what other processes ask for, one after another, until it is stopped. `work` gives what they are answered. */
export function answerAsked(
  kind: Kind,
  work: (wanted: Record<string, unknown>) => Promise<object>,
  log: (line: string) => void,
): { stop(): Promise<void> } {
  // of a process that is gone
  rmSync(wantedFile(kind), { force: true });
  return repeatWork(answer, interval);

  async function answer(): Promise<void> {
    if (!existsSync(wantedFile(kind))) return;
    const wanted = readFile(wantedFile(kind));
    rmSync(wantedFile(kind), { force: true });
    if (!wanted) return;
    const made = await work(wanted).catch((error: Error) => ({ error: error.message }));
    try {
      replaceFile(madeFile(kind), JSON.stringify({ id: wanted["id"], ...made }));
    } catch (error) {
      // for example a full disk: who asked waits, and the server goes on
      log(`the answer to a request for ${kind.what} could not be written: ${reasonIn(error)}`);
    }
  }
}

/** What the running server answers. Throws a StartError if it does not; its error is `error`. */
export async function askServer(kind: Kind, wanted: object): Promise<Record<string, unknown>> {
  const { folder, what } = kind;
  const id = crypto.randomUUID();
  replaceFile(wantedFile(kind), JSON.stringify({ id, ...wanted }));
  for (let waited = 0; existsSync(wantedFile(kind)); waited += interval) {
    if (waited >= patience) {
      rmSync(wantedFile(kind), { force: true });
      throw new StartError(
        `the process that has ${folder} open takes no request for ${what}: it is not npm start, or one of an earlier version`,
      );
    }
    await timers.setTimeout(interval);
  }
  for (;;) {
    const hasEnded = isFree(folder);
    const made = readFile(madeFile(kind));
    if (made?.["id"] === id) {
      rmSync(madeFile(kind), { force: true });
      return made;
    }
    if (hasEnded)
      throw new StartError(
        `the server of ${folder} ended before it answered a request for ${what}; ask again`,
      );
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

function readFile(file: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
