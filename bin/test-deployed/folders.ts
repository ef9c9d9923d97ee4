/*
 * All that a run makes or leaves, below .deployed/, which git ignores.
 *
 *   python/     kept: the emulator and the linter
 *   logs/       of the last run, a file for each command
 *   run-<pid>/  gone when the run has ended: templates, logs, home and temporary files
 */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isAlive } from "#lib/local/process/process";
import { projectFolder } from "#lib/registry";

const root = path.join(projectFolder, ".deployed");
const run = path.join(root, `run-${process.pid}`);

export const folders = {
  python: path.join(root, "python"),
  run,
  logs: path.join(run, "logs"),
  home: path.join(run, "home"),
  temporary: path.join(run, "tmp"),
};

/** Where the logs are in the end. */
export const keptLogs = path.join(root, "logs");

export type Environment = Record<string, string | undefined>;

/** What commands inherit: nothing that leads to a real account, our own Node before any other, no place but ours to write to. */
export function environment(): Environment {
  const foreign = /^(AWS_|CDK_|GRIDLESS_|NODE_EXTRA_CA_CERTS$|NODE_OPTIONS$|VITEST)/;
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return {
    ...Object.fromEntries(inherited),
    PATH: `${path.join(projectFolder, "node_modules/.bin")}:${process.env["PATH"]}`,
    TMPDIR: folders.temporary,
  };
}

export function makeFolders(): void {
  for (const folder of [folders.logs, folders.home, folders.temporary])
    mkdirSync(folder, { recursive: true });
  // what the emulator runs functions with is CommonJS, our package.json would make it a module
  writeFileSync(path.join(run, "package.json"), "{}");
  // of runs that nobody could clean up after
  for (const name of readdirSync(root)) {
    const pid = /^run-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) remove(path.join(root, name));
  }
}

export function removeFolders(): void {
  remove(keptLogs);
  renameSync(folders.logs, keptLogs);
  remove(run);
}

/** Who is being ended may still be writing. */
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
