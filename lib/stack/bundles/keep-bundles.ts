/*
 * Bundles of areas that were made before from the same sources: each command of the CDK synthesizes, also `cdk diff` and `cdk destroy`, and to
 * bundle all areas takes most of it. GRIDLESS_BUNDLES names the folder where they are kept; bin/app.ts has a default for it.
 *
 *   <folder>/<area>-<hash of the sources>.json           the constants that the area reads
 *   <folder>/<area>-<hash of the sources>-<hash of their values>/   its files and, beside them, bundle.json
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { cp, mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Metafile } from "esbuild";
import { projectFolder } from "#lib/registry";
import { msPerDay } from "#lib/schemas/basics/time-units";
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
  const sources = hashSources();
  const base = path.join(kept, `${area}-${hash([sources.hash, parts])}`);
  const names = `${base}.json`;
  const valued = (read: string[]) =>
    `${base}-${hash(Object.entries(constants).filter(([name]) => read.includes(name)))}`;
  const taken = await takeKept(names, valued, folder);
  if (taken) return taken;
  const metafile = await make();
  // it may be made of sources that were saved meanwhile: kept, it would be taken for one of the former
  if (stampSources() !== sources.stamp) {
    hashed = undefined;
    return metafile;
  }
  try {
    await mkdir(kept, { recursive: true });
    const read = constantsIn(metafile, constants);
    await keepIn(valued(read), folder, metafile);
    await writeWhole(names, (made) => writeFile(made, JSON.stringify(read)));
    await removeOld(kept, area);
  } catch (error) {
    console.error(`the bundle of ${area} is not kept for the next command: ${(error as Error).message}`);
  }
  return metafile;
}

/** The bundle that was kept, in the folder; undefined if there is none, or if another process removes it, or its writing was ended. */
async function takeKept(
  names: string,
  valued: (read: string[]) => string,
  folder: string,
): Promise<Metafile | undefined> {
  let entry: string | undefined;
  try {
    entry = valued(readJson(names));
    const now = new Date();
    await utimes(entry, now, now);
    return await takeFrom(entry, folder);
  } catch {
    if (entry) await discard(entry).catch(() => {});
    return undefined;
  }
}

/** Writes beside the name, and gives it at once: another process sees all or nothing. What could not be written leaves no half. */
async function writeWhole(name: string, write: (made: string) => Promise<void>): Promise<void> {
  const made = `${name}.${randomUUID()}`;
  try {
    await write(made);
    await rename(made, name);
  } catch (error) {
    await rm(made, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

/** Takes the name away at once: another process that copies a bundle would miss what is removed of it already. */
async function discard(entry: string): Promise<void> {
  const gone = `${entry}.${randomUUID()}`;
  try {
    await rename(entry, gone);
  } catch {
    return;
  }
  await rm(gone, { recursive: true, force: true });
}

/** After so long a process that was writing it has ended. */
const longestWrite = msPerDay;

/** So many of an area are kept, those that were used last: for two stages, and for a version and the one before it. All areas once are 190 MB. */
const mostKept = 4;

/** Removes what of an area was not used for the longest time. Another process may be at it: what it removed is gone for this one too. */
async function removeOld(kept: string, area: string): Promise<void> {
  const one = "[0-9a-f]".repeat(16);
  const used = (pattern: string) =>
    globSync(pattern, { cwd: kept })
      .map((name) => path.join(kept, name))
      .map((entry) => ({ entry, at: statSync(entry, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((former, other) => other.at - former.at);
  const whole = used(`${area}-${one}-${one}`);
  const names = used(`${area}-${one}.json`).filter(
    ({ entry }) => !whole.slice(0, mostKept).some((each) => each.entry.startsWith(entry.slice(0, -5))),
  );
  const half = [...used(`${area}-${one}-${one}.*`), ...used(`${area}-${one}.json.*`)];
  const isLeft = ({ at }: { at: number }) => at < Date.now() - longestWrite;
  for (const { entry } of [...whole.slice(mostKept), ...names.filter(isLeft), ...half.filter(isLeft)])
    await discard(entry);
}

interface Kept {
  /** The folder for which it was made, as its metafile names it. */
  folder: string;
  metafile: string;
}

const named = (folder: string) => path.relative(projectFolder, folder);

async function keepIn(entry: string, folder: string, metafile: Metafile): Promise<void> {
  const bundle: Kept = { folder: named(folder), metafile: JSON.stringify(metafile) };
  try {
    await writeWhole(entry, async (made) => {
      await mkdir(made, { recursive: true });
      await cp(folder, path.join(made, "files"), { recursive: true });
      await writeFile(path.join(made, "bundle.json"), JSON.stringify(bundle));
    });
  } catch (error) {
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

interface Sources {
  hash: string;
  /** Changes when one of them is written, without reading them. */
  stamp: string;
}

let hashed: Sources | undefined;

/** A hash of all files of which bundles are made; packages follow from the lock file. */
function hashSources(): Sources {
  // before the files are read: what is written meanwhile has another stamp then
  hashed ??= { stamp: stampSources(), hash: hash([process.version, ...sourceFiles().map(withContent)]) };
  return hashed;
}

const withContent = (file: string) => [file, readFileSync(file, "base64")];

const stampSources = () =>
  hash(
    sourceFiles().map((file) => {
      const { size, mtimeMs, ctimeMs } = statSync(file);
      return [file, size, mtimeMs, ctimeMs];
    }),
  );

const sourceFiles = () =>
  globSync(["{lib,functions,docs}/**/*.*", "*.{json,md}"], { cwd: projectFolder })
    .sort()
    .map((file) => path.join(projectFolder, file))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());

const hash = (content: unknown): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));
