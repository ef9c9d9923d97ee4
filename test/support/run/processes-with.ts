/* Processes of this machine, found by what is in their environment, which children inherit: Linux only. */
import { readdirSync, readFileSync } from "node:fs";

/** The command lines of all processes, by process id, that have this text in their environment. */
export function processesWith(text: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (pid && pid !== process.pid && read(`/proc/${pid}/environ`).includes(text))
      found.set(pid, read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim());
  }
  return found;
}

/** Empty when the process has ended, or is another user's. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
