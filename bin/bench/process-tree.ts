/* A process and its children, by the system's own figures. Linux only. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { readMegabytes } from "#test/support/run/memory";

export const megabytesOf = (pid: number): number =>
  pidsOf(pid).reduce((sum, each) => sum + readMegabytes(each), 0);

const lookEvery = 1000;
/** Milliseconds of CPU between two looks. */
const mostAtRest = 50;

/** Waits until the process and its children use next to no CPU: the work that they began is done. */
export async function untilAtRest(pid: number): Promise<void> {
  for (let before = Number.NEGATIVE_INFINITY; ; await wait(lookEvery)) {
    const now = cpuOf(pid);
    if (now - before <= mostAtRest) return;
    before = now;
  }
}

/** Milliseconds. */
function cpuOf(pid: number): number {
  return pidsOf(pid).reduce((sum, each) => sum + cpuOfOne(each), 0);
}

/** Milliseconds. The system counts ticks of 10 ms; the name in front of the counts may contain spaces. */
function cpuOfOne(pid: number): number {
  const [user, system] =
    readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ").slice(11, 13) ?? [];
  return (Number(user) + Number(system)) * 10;
}

/** A process and its children. */
const pidsOf = (pid: number): number[] =>
  execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((ids) => ids.includes(pid))
    .map(([id = pid]) => id);
