/* npm start -- --backup-every 24h: a copy when the last one is that old; the seven newest are kept. */
import { rmSync } from "node:fs";
import { repeatWork } from "#lib/local/process/repeat-work";
import { UsageError } from "#lib/local/process/start-error";
import { msPerDay, msPerHour, msPerMinute } from "#lib/schemas/basics/time-units";
import { findDamageOfCopy } from "./check-copy.ts";
import { listCopies, reasonIn } from "./copies.ts";
import { makeCopy, type Source } from "./make-copy.ts";

const kept = 7;
const units = new Map([
  ["m", msPerMinute],
  ["h", msPerHour],
  ["d", msPerDay],
]);

/** `24h` as milliseconds. Throws a UsageError. */
export function readInterval(text: string): number {
  const [, number, unit = ""] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  const milliseconds = units.get(unit);
  if (number && milliseconds) return Number(number) * milliseconds;
  throw new UsageError(
    `--backup-every must be a number of minutes, hours or days, for example 30m, 24h or 7d, not ${JSON.stringify(text)}`,
  );
}

interface Options {
  engine: Source;
  folder: string;
  /** Milliseconds. */
  every: number;
  log: (line: string) => void;
}

/** Looks once a minute, so that a copy that was due while the machine was off is made soon. */
export function copyRegularly({ engine, folder, every, log }: Options): { stop(): Promise<void> } {
  let tried = 0;
  const copying = repeatWork(copyIfDue, Math.min(every, msPerMinute));
  copying.begin();
  return copying;

  async function copyIfDue(): Promise<void> {
    const last = Math.max(tried, listCopies(folder).at(-1)?.time ?? 0);
    if (Date.now() - last < every) return;
    tried = Date.now();
    try {
      const made = await makeCopy(engine, folder);
      const reason = await findDamageOfCopy(made);
      if (reason !== undefined) {
        // the former ones may be the way back
        rmSync(made, { recursive: true, force: true });
        log(`${reason}: the store may be damaged too, so no former copy was removed`);
        return;
      }
      for (const each of listCopies(folder).slice(0, -kept))
        rmSync(each.folder, { recursive: true, force: true });
    } catch (error) {
      log(`the store could not be copied: ${reasonIn(error)}`);
    }
  }
}
