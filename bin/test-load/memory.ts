/*
 * The memory of the server while the load runs, the size of its store, and how far its consumers are behind. The memory is flat if the last
 * third of the run takes as much as the second. From ten minutes on it has a budget.
 */
import { existsSync, readFileSync } from "node:fs";
import { memoryFile } from "./report-memory.ts";
import { at } from "./tally.ts";

/** The tolerance for garbage collection. */
const slack = { share: 1.15, megabytes: 24 };
/** Resident memory, the median of the last third of ten minutes. */
export const mostMegabytes = 250;

interface Sample {
  /** Megabytes. */
  resident: number;
  /** Bytes. */
  heapUsed: number;
  /** Bytes of the store. */
  disk: number;
  /** The most in ten seconds: milliseconds that a change waited, and changes that waited. */
  lag: number;
  changes: number;
}

/** The samples of a server that runs with report-memory.ts, ten seconds apart, and what they say. */
export function readMemory(folder: string) {
  const file = memoryFile(folder);
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  const samples = lines.map((line) => JSON.parse(line) as Sample);
  const resident = samples.map((sample) => Math.round(sample.resident));
  const third = Math.floor(resident.length / 3);
  const medians = [0, 1, 2].map((i) => at(resident.slice(i * third, (i + 1) * third), 0.5));
  const [, second = Number.NaN, last = Number.NaN] = medians;
  return {
    resident,
    heap: samples.map(({ heapUsed }) => megabytes(heapUsed)),
    disk: samples.map(({ disk }) => megabytes(disk)),
    lag: samples.map((sample) => sample.lag),
    changes: samples.map((sample) => sample.changes),
    medians,
    isFlat: last <= Math.max(second * slack.share, second + slack.megabytes),
    isSmall: last <= mostMegabytes,
  };
}

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
