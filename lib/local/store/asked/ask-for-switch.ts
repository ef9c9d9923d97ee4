/* Another process asks the server of a data folder to stop writes, to let them go on, or what is so (lib/store/write-stop). */
import * as z from "zod";
import { StartError } from "#lib/local/process/start-error";
import { applyToSwitch, type Switch, type SwitchWanted } from "#lib/store/write-stop/change-write-stop";
import { answerAsked, askServer } from "./ask-server.ts";

const Answer = z.object({
  stop: z.object({ reason: z.string(), since: z.string(), until: z.string().optional() }).optional(),
  budgetMonth: z.string().optional(),
});

const kindIn = (folder: string) => ({ folder, name: "writes", what: "the switch of writes" });

/** Sets the switch for other processes, until it is stopped. */
export const answerSwitchRequests = (
  folder: string,
  log: (line: string) => void,
): { stop(): Promise<void> } =>
  answerAsked(
    kindIn(folder),
    async ({ stop, resume }) =>
      applyToSwitch({ ...(typeof stop === "string" && { stop }), resume: resume === true }),
    log,
  );

/** What the switch says after it. Throws a StartError if the running server does not do it. */
export async function askForSwitch(folder: string, wanted: SwitchWanted): Promise<Switch> {
  const { error, ...answer } = await askServer(kindIn(folder), wanted);
  if (error !== undefined) throw new StartError(`the switch could not be set: ${error}`);
  return Answer.parse(answer);
}
