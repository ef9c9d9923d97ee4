/* Takes the rights of other users from a folder and all in it: 0700 and 0600. Windows has other rights, which stay. */
import { chmodSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

const ofOthers = 0o077;

/** Folders below that are closed already are not looked into: what is made in them later is closed (`umask` in bin/serve.ts). */
export function closeToOthers(folder: string): void {
  if (process.platform === "win32") return;
  closeContents(folder);
  close(folder);
}

function closeContents(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!isOpen(path)) continue;
      // its contents first: if this is cut short, the folder is still open and is looked into again
      closeContents(path);
      close(path);
    } else if (entry.isFile()) close(path);
  }
}

const isOpen = (path: string): boolean => (lstatSync(path).mode & ofOthers) !== 0;

function close(path: string): void {
  const { mode } = lstatSync(path);
  if (mode & ofOthers) chmodSync(path, mode & 0o700);
}
