/* A Python environment with packages: of the emulator and the linter, or of generators of clients. It is made once, and again when requirements.txt has changed. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartError } from "#lib/local/process/start-error";
import { environment, folders } from "./folders.ts";
import { run } from "./processes.ts";

interface Wanted {
  /** The file of its packages. */
  requirements: string;
  folder: string;
}
const ofDeployed = {
  requirements: path.join(import.meta.dirname, "requirements.txt"),
  folder: folders.python,
};

/** The folder of its programs. Throws StartError if Python is missing. */
export async function makePython({ requirements, folder }: Wanted = ofDeployed): Promise<string> {
  const wanted = readFileSync(requirements, "utf8");
  const programs = path.join(folder, "bin");
  const done = path.join(folder, "requirements.txt");
  if (existsSync(done) && readFileSync(done, "utf8") === wanted) return programs;
  rmSync(folder, { recursive: true, force: true });
  const env = environment();
  await run("python3", ["--version"], { name: "python", env }).catch(() => {
    throw new StartError("python3 (3.10 or later) with its venv module must be on PATH");
  });
  await run("python3", ["-m", "venv", folder], { name: "venv", env });
  const options = ["--no-cache-dir", "--disable-pip-version-check", "--quiet"];
  await run(path.join(programs, "pip"), ["install", ...options, "--requirement", requirements], {
    name: "pip",
    env,
  });
  writeFileSync(done, wanted);
  return programs;
}
