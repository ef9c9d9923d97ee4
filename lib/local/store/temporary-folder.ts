/** Folders for data that nobody keeps, and what killed processes left of theirs. */
import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "#lib/local/process/process";
import { isEngineOn } from "./engine-process.ts";

/** A new folder: in memory where the system has a file system there. */
export function temporaryFolder(): { folder: string; remove(): void } {
  const root = isWritable("/dev/shm") ? "/dev/shm" : tmpdir();
  for (const name of readdirSync(root)) {
    const pid = /^gridless-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) removeLeftOver(join(root, name));
  }
  const folder = mkdtempSync(join(root, `gridless-${process.pid}-`));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** With its engine, if that still runs: what it has open takes memory until it ends. */
function removeLeftOver(folder: string): void {
  try {
    const engine = Number(readFileSync(join(folder, "engine.pid"), "utf8"));
    if (isEngineOn(engine, join(folder, "store.db"))) process.kill(engine, "SIGKILL");
  } catch {
    // it had none, or it has ended
  }
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // somebody else's, or somebody else removes it
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
