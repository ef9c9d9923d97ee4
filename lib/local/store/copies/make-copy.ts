/*
 * Makes a copy of a data folder whose store is open in this process. The store is copied as it is at one moment, between two commits; files
 * never change once they are complete, so those that it names are copied before and after:
 *
 *   files ──▶ store.sqlite ──▶ files that came meanwhile ──▶ version, dev.json ──▶ the folder gets its name
 *
 * So a copy that has its name is complete. What a killed process left has another one, and is removed by the next copy.
 */
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { copyFile, link, mkdir, open, readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Engine } from "#lib/local/embedded/open-engine";
import { copiesFolder, nameOf, namesInside, unfinished } from "./copies.ts";

export type Source = Pick<Engine, "copyTo">;

/** Gives the folder of the copy: `target`, which must not exist, or one in the data folder. */
export async function makeCopy(engine: Source, folder: string, target?: string): Promise<string> {
  const place = resolve(target ?? join(copiesFolder(folder), nameOf(new Date())));
  if (existsSync(place)) throw new Error(`${place} is there already: a copy is made in a new folder`);
  const part = place + unfinished;
  removeUnfinished(dirname(place), target === undefined ? undefined : basename(part));
  mkdirSync(part, { recursive: true, mode: 0o700 });
  try {
    await copyFiles(folder, part);
    await engine.copyTo(join(part, "store.sqlite"));
    await copyFiles(folder, part);
    for (const name of ["version", "dev.json"])
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(part, name));
    await settle(join(part, "store.sqlite"));
    await settle(part);
    renameSync(part, place);
    await settle(dirname(place));
    return place;
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  }
}

/** Removes what killed processes left; in a folder of others only what has this name. */
function removeUnfinished(parent: string, name?: string): void {
  for (const each of namesInside(parent))
    if (name === undefined ? each.endsWith(unfinished) : each === name)
      rmSync(join(parent, each), { recursive: true, force: true });
}

/** Links the files, which takes no room, or copies them to another disk. Those that are there already are left. */
async function copyFiles(folder: string, part: string): Promise<void> {
  const from = join(folder, "files");
  if (!existsSync(from)) return;
  const to = join(part, "files");
  await mkdir(to, { recursive: true, mode: 0o700 });
  const there = new Set(await readdir(to));
  for (const name of await readdir(from)) {
    // an upload in progress still grows
    const isGrowing = name.endsWith(".part");
    if (there.has(name) && !isGrowing) continue;
    await (isGrowing
      ? copyFile(join(from, name), join(to, name))
      : linkOrCopy(join(from, name), join(to, name))
    )
      // removed meanwhile: nothing that is copied names it
      .catch(unlessCode("ENOENT"));
  }
}

const linkOrCopy = (from: string, to: string): Promise<void> =>
  link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw error;
    return copyFile(from, to);
  });

const unlessCode = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
};

/** Waits until the disk has what was written to a file, or the names in a folder. */
async function settle(path: string): Promise<void> {
  const handle = await open(path, "r");
  // some systems do not take a folder
  await handle.sync().catch(unlessCode("EISDIR"));
  await handle.close();
}
