import { writeFileSync } from "node:fs";
import { StartError } from "./start-error.ts";

/** Writes a text into a file, or to the standard output without one. */
export function writeText(text: string, file: string | undefined): void {
  if (!file) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new StartError(`${file} cannot be written: ${(cause as Error).message}`, { cause });
  }
}
