/* The Python environment of the emulator and the linter. It is made once, and again when requirements.txt has changed. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartError } from "#lib/local/process/start-error";
import { environment, folders } from "./folders.ts";
import { run } from "./processes.ts";

const requirements = path.join(import.meta.dirname, "requirements.txt");
const done = path.join(folders.python, "requirements.txt");

/** The folder of its programs. Throws StartError if Python is missing. */
export async function makePython(): Promise<string> {
  const wanted = readFileSync(requirements, "utf8");
  const programs = path.join(folders.python, "bin");
  if (wanted === made()) return programs;
  rmSync(folders.python, { recursive: true, force: true });
  const env = environment();
  await run("python3", ["--version"], { name: "python", env }).catch(() => {
    throw new StartError("python3 (3.10 or later) with its venv module must be on PATH");
  });
  await run("python3", ["-m", "venv", folders.python], { name: "venv", env });
  const options = ["--no-cache-dir", "--disable-pip-version-check", "--quiet"];
  await run(path.join(programs, "pip"), ["install", ...options, "--requirement", requirements], {
    name: "pip",
    env,
  });
  writeFileSync(done, wanted);
  return programs;
}

function made(): string | undefined {
  try {
    return readFileSync(done, "utf8");
  } catch {
    return undefined;
  }
}
