/* The engine in this process as the store: on store.sqlite in the data folder, without an address. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type Engine, openEngine } from "#lib/local/embedded/open-engine";
import { plugInto } from "#lib/local/embedded/sdk/plug-into";
import type { TableDefinition } from "#lib/local/embedded/storage/tables";
import { StartError } from "#lib/local/process/start-error";
import { client } from "#lib/store/client";
import { explainFailure, openDataFolder, versionOf } from "./data-folder.ts";
import { startExpiry } from "./expiry.ts";
import { feedFollower } from "./follow-feed.ts";
import type { LocalStore, StartOptions } from "./local-store.ts";
import { countCosts } from "./request-costs.ts";

/** The table of Gridless, as lib/stack makes it on AWS. */
export const storeTable = (name: string): TableDefinition => ({
  name,
  partitionKey: { name: "pk", type: "S" },
  sortKey: { name: "sk", type: "S" },
  feed: true,
  expiryAttribute: "expiresAt",
});

/** No consumer wants entries of indexes, and there are more of them than of anything else. */
const isFed = ({ entity }: { readonly entity?: unknown }) => entity !== "entry";

/** From here on the client of lib/store works on this store. */
export async function startEmbedded({
  folder: path,
  tableName,
  environment,
  log,
}: StartOptions): Promise<LocalStore> {
  const { folder, close, setVersion } = openDataFolder(path, [versionOf.embedded, versionOf.dynoxide]);
  try {
    const file = join(folder, "store.sqlite");
    const old = join(folder, "store.db");
    if (existsSync(old) && !existsSync(file)) {
      const { takeOver } = await import("./take-over.ts");
      await takeOver({ folder, old, file, definitionOf: storeTable, log });
    }
    const engine = open(folder, file, tableName);
    setVersion(versionOf.embedded);
    plugInto(client(), countCosts(engine));
    const expiry = startExpiry(engine, log);
    async function stop(): Promise<void> {
      await expiry.stop();
      engine.close();
      close();
    }
    return {
      tableName,
      environment,
      follow: feedFollower(engine),
      connect: async () => connect(engine),
      stop,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function open(folder: string, file: string, tableName: string): Engine {
  try {
    return explainFailure(folder, () => openEngine({ file, tables: [storeTable(tableName)], isFed }));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`the store does not open: ${(error as Error).message}`, { cause: error });
  }
}

function connect(engine: Engine): DynamoDBDocumentClient {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  plugInto(client, engine);
  return client;
}
