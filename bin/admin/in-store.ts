/* Where a word of npm run admin works: in the store of a stack, or in the data folder of this machine. */
import { resolve } from "node:path";
import { withFolder } from "#lib/local/endpoint/open-folder";
import { readDevJson } from "#lib/local/process/dev-json";
import { UsageError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { hasVersion } from "#lib/local/store/data-folder";
import { readFormat } from "#lib/store/format/format";
import { needOutputs, readStackOutputs } from "./stack-outputs.ts";

/** The options that say it: with none of them, it is the data folder. */
export const placeOptions = ["stack", "region", "store"] as const;

export interface Place {
  stack: string | undefined;
  region: string | undefined;
  store: string | undefined;
}

export const dataFolder = () => resolve(process.env["GRIDLESS_DATA"] || ".gridless");

/** Does the work there, unless the store is of a newer Gridless; `work` gets the address of the service, if it is known. */
export async function inStore(place: Place, work: (apiUrl: string) => Promise<void>): Promise<void> {
  const isRemote = await useStore(place);
  const unlessNewer = async (apiUrl: string) => {
    await readFormat();
    await work(apiUrl);
  };
  if (isRemote) return unlessNewer(isRemote.apiUrl);
  const folder = dataFolder();
  if (!hasVersion(folder))
    throw new UsageError(
      `Missing option: --stack <name>, or GRIDLESS_DATA with a data folder of this machine: ${folder} is none. npm run admin -- --help shows what it takes`,
    );
  const apiUrl = process.env["GRIDLESS_ORIGIN"] || readDevJson(folder)?.url || unknownAddress;
  return withFolder(folder, () => {
    say(`the data folder ${folder}:`);
    return unlessNewer(apiUrl);
  });
}

const unknownAddress = "<ApiUrl>";

/** Takes the store of the stack, or the table that is named; undefined if neither is given. */
export async function useStore({ stack, region, store }: Place): Promise<{ apiUrl: string } | undefined> {
  if (stack && store) throw new UsageError("--stack finds the table: leave out --store");
  if (region && !stack && !store) throw new UsageError("--region is for --stack and --store");
  useRegion(region);
  if (store) process.env["GRIDLESS_STORE"] = store;
  if (!stack) return store ? { apiUrl: unknownAddress } : undefined;
  const outputs = await readStackOutputs(stack);
  [process.env["GRIDLESS_STORE"]] = needOutputs(outputs, `the stack ${stack}`, ["StoreName"]);
  return { apiUrl: outputs.get("ApiUrl") ?? unknownAddress };
}

/** What asks AWS finds the region in the environment. */
export function useRegion(region: string | undefined): void {
  if (region) process.env["AWS_REGION"] = region;
}
