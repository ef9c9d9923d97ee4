/*
 * All that a run leaves or makes, below .deployed/ (which git ignores).
 *
 *   python/  kept: the emulator and the linter
 *   logs/    of the last run, a file for each command
 *   run/     gone when the run has ended: templates, home, temporary files
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#lib/registry";

const root = path.join(projectFolder, ".deployed");
const run = path.join(root, "run");

export const folders = {
  python: path.join(root, "python"),
  logs: path.join(root, "logs"),
  run,
  home: path.join(run, "home"),
  temporary: path.join(run, "tmp"),
};

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

export function clearFolders(): void {
  removeRun();
  rmSync(folders.logs, { recursive: true, force: true });
  for (const folder of [folders.logs, folders.home, folders.temporary])
    mkdirSync(folder, { recursive: true });
  // what the emulator runs functions with is CommonJS, our package.json would make it a module
  writeFileSync(path.join(folders.run, "package.json"), "{}");
}

export const removeRun = () => rmSync(folders.run, { recursive: true, force: true, maxRetries: 5 });
