/*
 * Read-only results that take long to make. The first test file that needs one makes it; other files, also in other processes, wait for it.
 * It is kept in a folder that is removed after the run.
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

/** `make` returns a JSON value, and may write files into the folder that it gets. */
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

/** Renames a complete file, so that other processes never see a part of it. */
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
