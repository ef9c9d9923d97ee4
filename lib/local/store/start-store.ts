/*
 * Starts the store of one machine:
 *
 *   AWS_ENDPOINT_URL_DYNAMODB   any DynamoDB at this address
 *   GRIDLESS_ENGINE=embedded    the engine of lib/local/embedded in this process, on a file in the data folder (default)
 *   GRIDLESS_ENGINE=dynoxide    an emulator in a process of its own, on a file in the data folder: for tests, Linux x64
 */
import { StartError } from "#lib/local/process/start-error";
import { environmentOf, type GivenEnvironment } from "./environment.ts";
import type { LocalStore } from "./local-store.ts";

interface StoreOptions {
  folder: string;
  env?: GivenEnvironment;
  /** Called with a line about what the user should know. */
  log?: (line: string) => void;
  onDamage?: (line: string) => void;
  /** Only for the embedded engine: whether partition keys take no more than on AWS. */
  partitionLimits?: boolean | undefined;
  /** Only for the embedded engine: milliseconds after which the store is copied again. */
  copyEvery?: number | undefined;
}

/** Throws a StartError for everything that the user can correct. */
export async function startStore({
  folder,
  env = process.env,
  log = () => {},
  onDamage = log,
  partitionLimits,
  copyEvery,
}: StoreOptions): Promise<LocalStore> {
  const tableName = env.GRIDLESS_STORE || "gridless";
  const environment = environmentOf(tableName, env);
  const endpoint = env.AWS_ENDPOINT_URL_DYNAMODB;
  const engine = engineOf(env);
  if (partitionLimits && (endpoint || engine !== "embedded"))
    throw new StartError(
      "--partition-limits is for the embedded store; AWS_ENDPOINT_URL_DYNAMODB or GRIDLESS_ENGINE names another",
    );
  if (copyEvery && (endpoint || engine !== "embedded"))
    throw new StartError(
      "--backup-every is for the embedded store; AWS_ENDPOINT_URL_DYNAMODB or GRIDLESS_ENGINE names another",
    );
  if (endpoint) {
    const { openRemote } = await import("./remote-store.ts");
    return openRemote({ ...environment, AWS_ENDPOINT_URL_DYNAMODB: endpoint });
  }
  if (engine === "dynoxide") {
    const { startDynoxide } = await import("./dynoxide-store.ts");
    return startDynoxide({ folder, tableName, environment, log, onDamage });
  }
  const { startEmbedded } = await import("./embedded-store.ts");
  return startEmbedded({ folder, tableName, environment, log, onDamage, partitionLimits, copyEvery });
}

const engines = ["embedded", "dynoxide"];

export function engineOf({ GRIDLESS_ENGINE: name }: GivenEnvironment): string {
  const engine = name || "embedded";
  if (engines.includes(engine)) return engine;
  throw new StartError(`GRIDLESS_ENGINE must be ${engines.join(" or ")}, not ${JSON.stringify(engine)}`);
}
