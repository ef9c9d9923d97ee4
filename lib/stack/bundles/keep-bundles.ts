/*
 * Bundles of areas that were made before from the same sources: each command of the CDK synthesizes, also `cdk diff` and `cdk destroy`, and to
 * bundle all areas takes most of it. GRIDLESS_BUNDLES names the folder where they are kept; bin/app.ts has a default for it.
 *
 *   <folder>/<area>-<hash of the sources>.json           the constants that the area reads
 *   <folder>/<area>-<hash of the sources>-<hash of their values>/   its files and, beside them, bundle.json
 */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { cp, mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Metafile } from "esbuild";
import { projectFolder } from "#lib/registry";
import type { Constants } from "./constants.ts";

interface Made {
  area: string;
  /** Where it is written. */
  folder: string;
  constants: Constants;
  /** What else it is made of, beside the sources. */
  parts: string;
}

/** Copies the bundle that was kept into the folder, or makes it there with `make` and keeps it. Gives its metafile. */
export async function makeOnce(
  { area, folder, constants, parts }: Made,
  make: () => Promise<Metafile>,
  kept = process.env["GRIDLESS_BUNDLES"],
): Promise<Metafile> {
  if (!kept) return make();
  const base = path.join(kept, `${area}-${hash([hashSources(), parts])}`);
  const names = `${base}.json`;
  const valued = (read: string[]) =>
    `${base}-${hash(Object.entries(constants).filter(([name]) => read.includes(name)))}`;
  if (existsSync(names)) {
    const entry = valued(readJson(names));
    if (existsSync(entry)) {
      const now = new Date();
      await utimes(entry, now, now);
      return takeFrom(entry, folder);
    }
  }
  const metafile = await make();
  const read = constantsIn(metafile, constants);
  await keepIn(valued(read), folder, metafile);
  await writeFile(names, JSON.stringify(read));
  await removeOld(kept, area);
  return metafile;
}

/** So many of an area are kept, those that were used last: for two stages, and for a version and the one before it. All areas once are 190 MB. */
const mostKept = 4;

/** Removes what of an area was not used for the longest time. Another process may be at it: what it removed is gone for this one too. */
async function removeOld(kept: string, area: string): Promise<void> {
  const entries = globSync(`${area}-${"[0-9a-f]".repeat(16)}-${"[0-9a-f]".repeat(16)}`, { cwd: kept });
  const used = entries.map((name) => {
    const entry = path.join(kept, name);
    return { entry, at: statSync(entry, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  used.sort((one, other) => other.at - one.at);
  for (const { entry } of used.slice(mostKept)) await rm(entry, { recursive: true, force: true });
}

interface Kept {
  /** The folder for which it was made, as its metafile names it. */
  folder: string;
  metafile: string;
}

const named = (folder: string) => path.relative(projectFolder, folder);

async function keepIn(entry: string, folder: string, metafile: Metafile): Promise<void> {
  const made = `${entry}.${process.pid}`;
  await mkdir(made, { recursive: true });
  await cp(folder, path.join(made, "files"), { recursive: true });
  const bundle: Kept = { folder: named(folder), metafile: JSON.stringify(metafile) };
  await writeFile(path.join(made, "bundle.json"), JSON.stringify(bundle));
  try {
    await rename(made, entry);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // another process kept the same
    if (!existsSync(entry)) throw error;
  }
}

async function takeFrom(entry: string, folder: string): Promise<Metafile> {
  await rm(folder, { recursive: true, force: true });
  await cp(path.join(entry, "files"), folder, { recursive: true });
  const { folder: former, metafile }: Kept = readJson(path.join(entry, "bundle.json"));
  // outputs are named by where they are
  return JSON.parse(metafile.replaceAll(`"${former}/`, `"${named(folder)}/`));
}

/** The constants that are named in a file of ours that the bundle was made of. */
function constantsIn({ inputs }: Metafile, constants: Constants): string[] {
  const own = Object.keys(inputs).filter((file) => !file.includes("node_modules/"));
  const texts = own.map((file) => path.join(projectFolder, file)).filter((file) => existsSync(file));
  const text = texts.map((file) => readFileSync(file, "utf8")).join("\n");
  return Object.keys(constants).filter((name) => text.includes(name.replace("process.env.", "")));
}

let hashed: string | undefined;

/** A hash of all files of which bundles are made; packages follow from the lock file. They do not change while a process runs. */
function hashSources(): string {
  if (hashed) return hashed;
  const options = { cwd: projectFolder };
  const files = globSync(["{lib,functions,docs}/**/*.*", "*.{json,md}"], options)
    .sort()
    .map((file) => path.join(projectFolder, file))
    .filter((file) => statSync(file).isFile());
  hashed = hash([process.version, ...files.map((file) => [file, readFileSync(file, "base64")])]);
  return hashed;
}

const hash = (content: unknown): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));
