/* Sets the switch that stops writes (write-stop.ts). Other processes see it within a minute, this one at once. */
import { change, insert, tryCommit } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import {
  isInForce,
  rememberWriteStop,
  type WriteStop,
  type WriteStopItem,
  writeStopKey,
} from "./write-stop.ts";

export interface Switch {
  stop?: WriteStop | undefined;
  budgetMonth?: string | undefined;
}

/** What an operator asks for; nothing: what is so. */
export interface SwitchWanted {
  /** The reason to stop writes. */
  stop?: string;
  resume?: boolean;
}

/** Does it, and gives what the switch says then. */
export async function applyToSwitch({ stop, resume }: SwitchWanted): Promise<Switch> {
  if (stop !== undefined) await stopWrites({ reason: stop, since: new Date().toISOString() });
  else if (resume) await resumeWrites();
  return readSwitch();
}

/** What the switch says now; nothing is remembered of it. */
export async function readSwitch(): Promise<Switch> {
  const { stop, budgetMonth } = (await getItem<WriteStopItem>(writeStopKey)) ?? {};
  return { stop: stop && isInForce(stop) ? stop : undefined, budgetMonth };
}

/** Stops writes, or gives a stop another reason. */
export const stopWrites = (stop: WriteStop): Promise<void> => changeSwitch(() => ({ stop }));

/** Lets writes go on. The budget does not stop them again in this month. */
export const resumeWrites = (): Promise<void> => changeSwitch(() => ({ stop: undefined }));

/**
 * Stops writes because the budget of a month, `2026-11`, was reached: until the month ends, once for each month. It does not replace the
 * stop of an operator. Gives whether it stopped them.
 */
export async function stopForMonth(month: string, reason: string, now: string): Promise<boolean> {
  const until = endOfMonth(month);
  let isStopped = false;
  await changeSwitch(({ stop, budgetMonth = "" }) => {
    isStopped = false;
    // delivered twice, or later than a notice of the month after
    if (budgetMonth >= month || until <= now) return undefined;
    isStopped = !stop || !isInForce(stop);
    return { budgetMonth: month, ...(isStopped && { stop: { reason, since: now, until } }) };
  });
  return isStopped;
}

/** The first moment after a month, in UTC, as the months of AWS's bills. */
function endOfMonth(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number)).toISOString();
}

/** Changes the item, until no other writer is in the way. */
async function changeSwitch(decide: (item: Switch) => Switch | undefined): Promise<void> {
  for (;;) {
    const item = await getItem<WriteStopItem>(writeStopKey);
    const decided = decide(item ?? {});
    if (!decided) return;
    const next = { stop: item?.stop, budgetMonth: item?.budgetMonth, ...decided };
    const written = item ? change(item, next) : insert({ ...writeStopKey, entity: "writeStop", ...next });
    if (!(await tryCommit([written]))) continue;
    rememberWriteStop(Promise.resolve(next.stop));
    return;
  }
}
