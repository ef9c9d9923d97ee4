/*
 * The files of a run, all below .deployed/, which git ignores.
 *
 *   python/          the emulator and the linter; kept for the next run
 *   logs/<command>/  logs of its last run, one file for each program: .ci/run runs two commands at a time
 *   run-<pid>/       templates, logs, home and temporary files; removed at the end of the run
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

/** The folder of the logs after the run. */
export const keptLogs = path.join(root, "logs", path.basename(process.argv[1] ?? "", ".ts"));

export type Environment = Record<string, string | undefined>;

/** The environment of commands: without settings of a real AWS account, with our node_modules first on PATH, and with our temporary folder. */
export function environment(): Environment {
  const foreign = /^(AWS_|CDK_|GRIDLESS_|NODE_EXTRA_CA_CERTS$|NODE_OPTIONS$|VITEST)/;
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return {
    ...Object.fromEntries(inherited),
    PATH: `${path.join(projectFolder, "node_modules/.bin")}:${process.env["PATH"]}`,
    TMPDIR: folders.temporary,
  };
}

/** Makes the folders of this run, and removes those of runs that were killed. */
export function makeFolders(): void {
  for (const folder of [folders.logs, folders.home, folders.temporary])
    mkdirSync(folder, { recursive: true });
  // the emulator's runner of functions is CommonJS; our own package.json would make it an ES module
  writeFileSync(path.join(run, "package.json"), "{}");
  // removes folders of runs that were killed
  for (const name of readdirSync(root)) {
    const pid = /^run-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) remove(path.join(root, name));
  }
}

/** Keeps the logs and removes all other files of this run. */
export function removeFolders(): void {
  remove(keptLogs);
  mkdirSync(path.dirname(keptLogs), { recursive: true });
  renameSync(folders.logs, keptLogs);
  remove(run);
}

/** Retries, because a process that is being killed may still write. */
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
