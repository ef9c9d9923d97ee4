/*
 * The OpenAPI document and the documentation page of `npm start`. They are made from all endpoints, so each is made at its first request,
 * in its own process, whose memory is free afterwards. They are kept in the data folder. The name of the file changes with the sources.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "#lib/registry";

/** The files from which they are made. The lock file changes when packages change. */
const sources = [
  ...["lib/**/*.ts", "functions/*/*.ts", "package.json", "package-lock.json"],
  ...["docs/guide/*.md", "README.md"],
];

const made = {
  openapi: { program: "bin/openapi.ts", ending: "json" },
  docs: { program: "bin/docs.ts", ending: "html" },
} as const;
type Made = keyof typeof made;

/** The text, from its file or made now. Throws if it cannot be made. The signal stops making it. */
export async function readMade(name: Made, folder: string, signal: AbortSignal): Promise<string> {
  const { program, ending } = made[name];
  const file = join(folder, `${name}-${keyOfSources()}.${ending}`);
  const kept = readKept(file);
  if (kept !== undefined) return kept;
  const text = await make(join(projectFolder, program), signal);
  try {
    keep(text, name, file);
  } catch {
    // a full disk: the next start makes it again
  }
  return text;
}

/** Writes the file completely or not at all, and removes older ones. */
function keep(text: string, name: Made, file: string): void {
  const folder = dirname(file);
  for (const older of readdirSync(folder))
    if (older.startsWith(name) && older.includes(`.${made[name].ending}`))
      rmSync(join(folder, older), { force: true });
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function make(program: string, signal: AbortSignal): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...process.execArgv, program], {
    signal,
    killSignal: "SIGKILL",
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return program.endsWith("openapi.ts") ? JSON.stringify(JSON.parse(stdout)) : stdout;
}

function readKept(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** The key is a hash of names, sizes and times. */
function keyOfSources(): string {
  const hash = createHash("sha256");
  for (const name of globSync(sources, { cwd: projectFolder }).sort()) {
    const { size, mtimeMs } = statSync(join(projectFolder, name));
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex").slice(0, 12);
}
