/*
 * The OpenAPI document, the documentation page and the app of `npm start`. They are made from many files, so each is made at its first request,
 * in its own process, whose memory is free afterwards. They are kept in the data folder. The name of the file changes with the sources.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { replaceFile } from "#lib/local/process/replace-file";
import { projectFolder } from "#lib/registry";

/** The lock file changes when packages change. */
const packages = ["package.json", "package-lock.json"];
/** Where the files are from which the documents are made: folders with all below them, and files. */
const documents = {
  folders: ["lib", "functions", "docs/guide"],
  ending: /\.(?:ts|md)$/,
  files: [...packages, "README.md"],
};

const made = {
  openapi: { program: "bin/openapi.ts", ending: "json", sources: documents },
  docs: { program: "bin/docs.ts", ending: "html", sources: documents },
  app: {
    program: "lib/web/build/print-app.ts",
    ending: "json",
    sources: {
      folders: ["lib/web", "lib/client", "lib/engine", "lib/build"],
      ending: /\.(?:tsx?|css|json)$/,
      files: packages,
    },
  },
} as const;
type Made = keyof typeof made;

/** The text, from its file or made now. Throws if it cannot be made. The signal stops making it. */
export async function readMade(name: Made, folder: string, signal: AbortSignal): Promise<string> {
  const { program, ending } = made[name];
  const file = join(folder, `${name}-${keyOfSources(name)}.${ending}`);
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

/** Gives a function that gives the text: it is made again when its sources have changed, and by concurrent calls once. */
export function followMade(name: Made, folder: string, signal: AbortSignal): () => Promise<string> {
  let last: { key: string; text: Promise<string> } | undefined;
  return () => {
    const key = keyOfSources(name);
    if (last?.key === key) return last.text;
    const text = readMade(name, folder, signal);
    last = { key, text };
    text.catch(() => {
      if (last?.text === text) last = undefined;
    });
    return text;
  };
}

/** Writes the file completely or not at all, and removes older ones. */
function keep(text: string, name: Made, file: string): void {
  const folder = dirname(file);
  for (const older of readdirSync(folder))
    if (older.startsWith(name) && older.includes(`.${made[name].ending}`))
      rmSync(join(folder, older), { force: true });
  replaceFile(file, text);
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
function keyOfSources(name: Made): string {
  const hash = createHash("sha256");
  const { folders, ending, files } = made[name].sources;
  // a list of a folder takes a fifth of the time of a pattern, and each request of a page pays for it
  const below = folders.flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => ending.test(file))
      .map((file) => join(folder, file)),
  );
  for (const file of [...below.sort(), ...files]) {
    const { size, mtimeMs } = statSync(join(projectFolder, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex").slice(0, 12);
}
