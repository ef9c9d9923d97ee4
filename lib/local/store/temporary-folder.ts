/** Temporary folders, and the removal of those that killed processes left behind. */
import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isEngineOn } from "#lib/local/dynoxide/engine-process";
import { isAlive } from "#lib/local/process/process";

/** Makes a new folder, in memory if the system has such a file system. */
export function temporaryFolder(): { folder: string; remove(): void } {
  const root = isWritable("/dev/shm") ? "/dev/shm" : tmpdir();
  for (const name of readdirSync(root)) {
    const pid = /^gridless-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) removeLeftOver(join(root, name));
  }
  const folder = mkdtempSync(join(root, `gridless-${process.pid}-`));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Ends the engine on it first, if it still runs: open files take memory until it ends. */
function removeLeftOver(folder: string): void {
  try {
    const engine = Number(readFileSync(join(folder, "engine.pid"), "utf8"));
    if (isEngineOn(engine, join(folder, "store.db"))) process.kill(engine, "SIGKILL");
  } catch {
    // no engine, or it has ended
  }
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // of another user, or removed by another process
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
