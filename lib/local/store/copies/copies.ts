/*
 * Copies of the store of a data folder, each a folder that npm start can open:
 *
 *   <data folder>/backups/2026-11-29T20-15-00.123Z/    store.sqlite, files, version, dev.json
 *   <data folder>/backups/….part                       one that is being made, or whose process was killed
 *
 * make-copy.ts makes one while the server runs, restore-copy.ts puts one back.
 */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

export const copiesFolder = (folder: string): string => join(folder, "backups");

/** The ending of a copy that is not complete. */
export const unfinished = ".part";

/** The name of a copy that is made now: names sort by time. */
export const nameOf = (time: Date): string => time.toISOString().replaceAll(":", "-");

const named = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/;

export interface Copy {
  folder: string;
  /** When it was begun, in milliseconds since 1970. */
  time: number;
}

/** The complete copies in the data folder, the oldest first. */
export function listCopies(folder: string): Copy[] {
  return namesInside(copiesFolder(folder)).flatMap((name) => {
    const [, day, ...parts] = named.exec(name) ?? [];
    return day
      ? [{ folder: join(copiesFolder(folder), name), time: Date.parse(`${day}T${parts.join(":")}`) }]
      : [];
  });
}

/** The command that puts a copy back, as it works in any shell of this project's folder. */
export function restoreCommand(folder: string, copy: string): string {
  const data = folder === resolve(".gridless") ? "" : `GRIDLESS_DATA=${quoted(folder)} `;
  return `${data}npm run store -- --restore ${quoted(copy)}`;
}

const quoted = (text: string) => (/^[\w./:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** Empty if the folder cannot be read. */
export function namesInside(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

export const reasonIn = (error: unknown): string => (error instanceof Error ? error.message : String(error));
