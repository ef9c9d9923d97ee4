/*
 * Another process asks the server of a data folder to do something. Only the server can use its store, so the request is a file in the folder,
 * which only its user can write:
 *
 *   <name>-wanted.json    { "id", … }                       written by a command, for example npm run store -- --backup
 *   <name>-made.json      { "id", … } or { "id", "error" }  written by the server when it is done, removed by the command that has read it;
 *                         { "id", "again" }                 the server has just started, and does not do what was asked before
 *
 * Several may ask at once: a request waits until the one before it was taken, and is taken when the answer before it was read.
 */
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
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
  /** The end of the name of the file with the answer. */
  answer?: "made" | "served";
  /** For people: a request for …. */
  what: string;
}

const wantedFile = ({ folder, name }: Kind) => join(folder, `${name}-wanted.json`);
const madeFile = ({ folder, name, answer = "made" }: Kind) => join(folder, `${name}-${answer}.json`);
/** Milliseconds between two looks. */
const interval = 200;
/** Milliseconds within which a running server takes a request. */
const patience = 10_000;
/** Milliseconds for which an answer is kept for who asked. Later that process is gone. */
const longestUnread = 2000;
/** Looks after which it is asked whether there is a server at all: that takes longer than a look. */
const looks = 5;

/** Does what other processes ask for, one after another, until it is stopped. `work` gives what they are answered. */
export function answerAsked(
  kind: Kind,
  work: (wanted: Record<string, unknown>) => Promise<object>,
  log: (line: string) => void,
): { stop(): Promise<void> } {
  // of a process that is gone, or has asked while this one started
  const left = readFile(wantedFile(kind));
  for (const file of [wantedFile(kind), madeFile(kind)]) rmSync(file, { force: true });
  if (left) reply(left, { again: true });
  return repeatWork(answer, interval);

  async function answer(): Promise<void> {
    if (!existsSync(wantedFile(kind)) || isUnread(madeFile(kind))) return;
    const wanted = readFile(wantedFile(kind));
    rmSync(wantedFile(kind), { force: true });
    if (wanted) reply(wanted, await work(wanted).catch((error: Error) => ({ error: error.message })));
  }

  function reply(wanted: Record<string, unknown>, made: object): void {
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
  const id = crypto.randomUUID();
  for (;;) {
    await handOver(kind, id, JSON.stringify({ id, ...wanted }));
    const made = await receive(kind, id);
    if (!made["again"]) return made;
  }
}

/** Returns when the server has taken the request. */
async function handOver(kind: Kind, id: string, text: string): Promise<void> {
  const { folder, what } = kind;
  let isAsked = false;
  for (let look = 1; ; look++) {
    isAsked ||= placeFile(wantedFile(kind), id, text);
    await timers.setTimeout(interval);
    // the file may be the next one's by now
    if (isAsked && readFile(wantedFile(kind))?.["id"] !== id) return;
    const isOver = look * interval >= patience;
    const isAlone = look % looks === 0 && isFree(folder);
    // it may have been taken meanwhile
    if (!(isOver || isAlone) || (isAsked && readFile(wantedFile(kind))?.["id"] !== id)) continue;
    rmSync(wantedFile(kind), { force: true });
    throw new StartError(
      isAlone
        ? `no server answers for ${folder}: start it with GRIDLESS_DATA=${folder} npm start, and leave it running`
        : `the process that has ${folder} open takes no request for ${what}: it is not npm start, or one of an earlier version`,
    );
  }
}

async function receive(kind: Kind, id: string): Promise<Record<string, unknown>> {
  for (let look = 1; ; look++) {
    const hasEnded = look % looks === 0 && isFree(kind.folder);
    const made = readFile(madeFile(kind));
    if (made?.["id"] === id) {
      rmSync(madeFile(kind), { force: true });
      return made;
    }
    if (hasEnded)
      throw new StartError(
        `the server of ${kind.folder} ended before it answered a request for ${kind.what}; ask again`,
      );
    await timers.setTimeout(interval);
  }
}

/** Writes a file of this user completely, or not at all; false if there is one. */
function placeFile(file: string, id: string, text: string): boolean {
  const own = `${file}.${id}`;
  writeFileSync(own, text, { mode: 0o600 });
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    // a file system that has no links
    renameSync(own, file);
    return true;
  } finally {
    rmSync(own, { force: true });
  }
}

function isUnread(file: string): boolean {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  if (written === undefined) return false;
  const age = Date.now() - written;
  return age >= 0 && age < longestUnread;
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
