/* Where the programs of clients run: folders with what they need, an environment of Python, packages of npm. */
import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { type Environment, folders } from "../test-deployed/folders.ts";
import { run } from "../test-deployed/processes.ts";
import { makePython } from "../test-deployed/python.ts";
import { mcpPrograms, type Places } from "./mcp/clients.ts";

const programs = path.join(import.meta.dirname, "programs");

/** A new folder with files of programs/. */
export function folderOf(name: string, ...files: string[]): string {
  const folder = path.join(folders.run, name);
  mkdirSync(folder, { recursive: true });
  for (const file of files) copyFileSync(path.join(programs, file), path.join(folder, file));
  return folder;
}

/** The folder of the programs of Python, with the packages of requirements.txt beside this file. */
export const makeOurPython = (): Promise<string> =>
  makePython({
    requirements: path.join(import.meta.dirname, "requirements.txt"),
    folder: `${folders.python}-clients`,
  });

/** Those of package.json in the folder, and others. */
export function installPackages(cwd: string, env: Environment, ...others: string[]): Promise<string> {
  const options = ["--no-audit", "--no-fund", "--loglevel=error", "--no-package-lock"];
  return run("npm", ["install", ...options, ...others], { name: "npm-install", env, cwd });
}

/** Those of the clients of the Model Context Protocol. */
export const makePlaces = async (): Promise<Places> => ({
  cwd: folderOf("mcp", ...mcpPrograms),
  python: await makeOurPython(),
  install: installPackages,
});
