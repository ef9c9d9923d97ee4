/* Another process asks the server of a data folder for a copy of it. */
import { StartError } from "#lib/local/process/start-error";
import { answerAsked, askServer } from "#lib/local/store/asked/ask-server";
import { makeCopy, type Source } from "./make-copy.ts";

const kindIn = (folder: string) => ({ folder, name: "copy", what: "a copy" });

/** Makes the copies that other processes ask for, one after another, until it is stopped. */
export const answerCopyRequests = (
  engine: Source,
  folder: string,
  log: (line: string) => void,
): { stop(): Promise<void> } =>
  answerAsked(
    kindIn(folder),
    async ({ target }) => ({
      folder: await makeCopy(engine, folder, typeof target === "string" ? target : undefined),
    }),
    log,
  );

/** Gives the folder of the copy that the running server makes. Throws a StartError if it does not. */
export async function askForCopy(folder: string, target?: string): Promise<string> {
  const made = await askServer(kindIn(folder), { target });
  if (typeof made["folder"] === "string") return made["folder"];
  throw new StartError(`the copy could not be made: ${made["error"]}`);
}
