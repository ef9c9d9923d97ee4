import { renameSync, writeFileSync } from "node:fs";

/** Writes a file of this user completely or not at all, also if the process is killed meanwhile. */
export function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
