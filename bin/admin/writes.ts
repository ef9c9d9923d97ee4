/* npm run admin -- writes: stops writes, lets them go on, or says what is so; in a stack, or in the data folder of one machine. */
import { withFolder } from "#lib/local/endpoint/open-folder";
import { StartError, UsageError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { askForSwitch } from "#lib/local/store/asked/ask-for-switch";
import { inUse } from "#lib/local/store/data-folder";
import { readFormat } from "#lib/store/format/format";
import { applyToSwitch, type Switch, type SwitchWanted } from "#lib/store/write-stop/change-write-stop";
import { dataFolder } from "./in-store.ts";

interface Given {
  stop: string | undefined;
  resume: boolean;
  show: boolean;
}

/** What the options ask for; with none of them, what is so is shown. Throws UsageError for several of them, and for a reason that cannot be shown. */
export function readSwitchWanted({ stop, resume, show }: Given): SwitchWanted {
  if ([stop !== undefined, resume, show].filter(Boolean).length > 1)
    throw new UsageError("--stop, --resume and --show each stand alone");
  if (stop === undefined) return resume ? { resume } : {};
  const reason = stop.trim();
  if (!/^[^\p{C}\p{Z}](?:[^\p{C}]{0,198}[^\p{C}\p{Z}])?$/u.test(reason))
    throw new UsageError("--stop must give a reason of 1 to 200 characters in one line: callers read it");
  return { stop: reason };
}

/** Does it, and says what is so then. `change` does it where another process has the store open. */
export async function switchWrites(wanted: SwitchWanted, change = applyUnlessNewer): Promise<void> {
  const { stop, budgetMonth } = await change(wanted);
  say(stop ? stoppedLine(stop) : "writes go on");
  if (budgetMonth === new Date().toISOString().slice(0, 7))
    say(`the budget of ${budgetMonth} was reached; it stops writes once a month`);
  if (wanted.stop !== undefined || wanted.resume) say("each process that is running sees it within a minute");
}

/** A store of a newer Gridless is not changed. */
async function applyUnlessNewer(wanted: SwitchWanted): Promise<Switch> {
  await readFormat();
  return applyToSwitch(wanted);
}

/** On this machine: by the server, if it runs. */
export async function switchWritesHere(wanted: SwitchWanted): Promise<void> {
  const folder = dataFolder();
  say(`the data folder ${folder}:`);
  try {
    await withFolder(folder, () => switchWrites(wanted));
  } catch (error) {
    if (!(error instanceof StartError && error.message === inUse(folder).message)) throw error;
    await switchWrites(wanted, (each) => askForSwitch(folder, each));
  }
}

const stoppedLine = ({ reason, since, until }: NonNullable<Switch["stop"]>) =>
  `writes are stopped since ${since}, ${until ? `until ${until}` : "until --resume"}: ${reason}`;
