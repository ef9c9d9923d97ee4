/* The memory of a process while the load runs. It is flat if the last third of the run takes as much as the second. */
import { readFileSync } from "node:fs";
import { at } from "./tally.ts";

/** Tolerance for garbage collection. */
const slack = { share: 1.15, megabytes: 24 };

/** Samples the memory of a process four times a second until the returned function is called. Works on Linux only. */
export function watchMemory(pid: number) {
  const samples: number[] = [];
  const sample = () => {
    const megabytes = residentMegabytes(pid);
    if (megabytes !== undefined) samples.push(megabytes);
  };
  const timer = setInterval(sample, 250);

  /** The medians of the thirds in MB, and whether memory was flat. */
  return function stop() {
    clearInterval(timer);
    const third = Math.floor(samples.length / 3);
    const medians = [0, 1, 2].map((i) => Math.round(at(samples.slice(i * third, (i + 1) * third), 0.5)));
    const [, second = Number.NaN, last = Number.NaN] = medians;
    return { medians, isFlat: last <= Math.max(second * slack.share, second + slack.megabytes) };
  };
}

function residentMegabytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    // the process has ended, or this is not Linux
    return undefined;
  }
}
