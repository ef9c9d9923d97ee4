/*
 * The memory of a process. What it has mapped of the data file is left out: these pages are the system's cache, which takes them back when memory
 * is short. Linux only.
 */
import { readFileSync } from "node:fs";

/** Resident megabytes of a process, by the system's own figures. */
export function readMegabytes(pid: number | "self"): number {
  let isData = false;
  let kilobytes = 0;
  for (const line of readFileSync(`/proc/${pid}/smaps`, "utf8").split("\n")) {
    // each mapping begins with its addresses, and the file if it has one
    if (/^[0-9a-f]+-/.test(line)) isData = line.endsWith(".sqlite");
    else if (!isData && line.startsWith("Rss:")) kilobytes += Number.parseInt(line.slice("Rss:".length), 10);
  }
  return kilobytes / 1024;
}
