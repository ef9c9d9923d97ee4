/*
 * What takes long to make and is only looked at: made once a run, by the first test file that asks for it; others wait, whichever
 * process they run in. It lies in a folder that goes with the run.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

type Outcome<Made> = { made: Made } | { failed: string };

export function setup() {
  const { folder, remove } = temporaryFolder();
  process.env["GRIDLESS_TEST_SHARED"] = folder;
  return remove;
}

/** `make` gives what JSON can keep; files go into the folder that it is told. */
export async function shared<Made>(name: string, make: (folder: string) => Promise<Made>): Promise<Made> {
  const folder = join(process.env["GRIDLESS_TEST_SHARED"] ?? "", name);
  const file = `${folder}.json`;
  if (isFirst(folder)) keep(file, await outcomeOf(() => make(folder)));
  for (;;) {
    const outcome = kept<Made>(file);
    if (outcome && "failed" in outcome) throw new Error(outcome.failed);
    if (outcome) return outcome.made;
    await pause(50);
  }
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

const outcomeOf = <Made>(make: () => Promise<Made>): Promise<Outcome<Made>> =>
  make().then(
    (made) => ({ made }),
    (error: Error) => ({ failed: error.stack ?? error.message }),
  );

/** There all at once. */
function keep(file: string, outcome: Outcome<unknown>): void {
  writeFileSync(`${file}.new`, JSON.stringify(outcome));
  renameSync(`${file}.new`, file);
}

function kept<Made>(file: string): Outcome<Made> | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Outcome<Made>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
