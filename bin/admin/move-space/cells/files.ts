/* The bytes of files, in the folder of a server or in the bucket of a stack. */
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { StartError } from "#lib/local/process/start-error";

/** Files by the public part of their tokens, and thumbnails by their names (lib/schemas/records/thumbnail.ts). */
export interface Files {
  /** In bytes; undefined if there is none. */
  sizeOf(name: string): Promise<number | undefined>;
  read(name: string): Promise<Readable>;
  /** Writes a complete file, or nothing. */
  write(name: string, bytes: Readable, size: number): Promise<void>;
  /** Succeeds also if there is none. */
  remove(name: string): Promise<void>;
  /** Of a bucket: copies a file from another bucket without reading it. False if the bucket does not do that. */
  copyFrom?(from: Files, name: string): Promise<boolean>;
  /** Where the files are, for a bucket that copies. */
  bucket?: string;
}

const tries = 5;

/** Copies the file if the target has none of that size; gives whether it did, or "none" if the source has none. */
export async function copyFile(source: Files, target: Files, name: string): Promise<boolean | "none"> {
  const [size, there] = await Promise.all([source.sizeOf(name), target.sizeOf(name)]);
  if (size === undefined) return "none";
  if (size === there) return false;
  if (await target.copyFrom?.(source, name)) return true;
  for (let attempt = 1; ; attempt++) {
    try {
      await target.write(name, await source.read(name), size);
      return true;
    } catch (error) {
      // a refusal stays one; a network may be back
      if (error instanceof StartError || attempt === tries) throw error;
      await wait(250 * 2 ** attempt);
    }
  }
}
