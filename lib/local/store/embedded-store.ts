/* The engine in this process as the store: on store.sqlite in the data folder, without an address. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Engine } from "#lib/local/embedded/open-engine";
import { plugInto } from "#lib/local/embedded/sdk/plug-into";
import type { TableDefinition } from "#lib/local/embedded/storage/tables";
import { answerCopyRequests } from "#lib/local/store/copies/ask-for-copy";
import { copyRegularly } from "#lib/local/store/copies/copy-regularly";
import { client } from "#lib/store/client";
import { noteDamage } from "#lib/store/damage/known-damage";
import { answerSwitchRequests } from "./asked/ask-for-switch.ts";
import { startCheck } from "./check-store.ts";
import { openDataFolder, versionOf } from "./data-folder.ts";
import { startExpiry } from "./expiry.ts";
import { feedFollower } from "./follow-feed.ts";
import { keepTables } from "./keep-tables.ts";
import { limitPartitions } from "./limit-partitions.ts";
import type { FedItem, LocalStore, StartOptions } from "./local-store.ts";
import { damaged, openStore, refuseGone, storeFile, wayBackForCallers } from "./open-store.ts";
import { countCosts } from "./request-costs.ts";

/** The table of Gridless, as lib/stack makes it on AWS. */
export const storeTable = (name: string): TableDefinition => ({
  name,
  partitionKey: { name: "pk", type: "S" },
  sortKey: { name: "sk", type: "S" },
  feed: true,
  expiryAttribute: "expiresAt",
});

/** Starts the engine, and makes the client of lib/store use it. */
export async function startEmbedded({
  folder: path,
  tableName,
  environment,
  log,
  onDamage,
  partitionLimits,
  copyEvery,
}: StartOptions): Promise<LocalStore> {
  const data = openDataFolder(path, [versionOf.embedded, versionOf.dynoxide]);
  const { folder, close, setVersion } = data;
  try {
    const file = storeFile(folder);
    const old = join(folder, "store.db");
    if (existsSync(old) && !existsSync(file) && data.version !== versionOf.embedded) {
      const { takeOver } = await import("./take-over.ts");
      await takeOver({ folder, old, file, definitionOf: storeTable, log });
    }
    refuseGone(data);
    let isWanted: (item: FedItem) => boolean = () => true;
    const opened = openStore(folder, {
      tables: [storeTable(tableName)],
      isFed: (item) => isWanted(item),
      onDamage(error) {
        noteDamage(wayBackForCallers(folder));
        onDamage(damaged(folder, error));
      },
    });
    const engine = partitionLimits ? limitPartitions(opened) : opened;
    setVersion(versionOf.embedded);
    plugInto(client(), countCosts(engine));
    // a partition that refuses reads as on AWS is not read from memory
    const forget = partitionLimits ? () => {} : keepTables(engine, tableName);
    const expiry = startExpiry(engine, log);
    const works = [
      startCheck(opened, tableName),
      answerCopyRequests(opened, folder, log),
      answerSwitchRequests(folder, log),
      ...(copyEvery ? [copyRegularly({ engine: opened, folder, every: copyEvery, log })] : []),
    ];
    async function stop(): Promise<void> {
      forget();
      for (const each of works) await each.stop();
      await expiry.stop();
      engine.close();
      close();
    }
    return {
      tableName,
      environment,
      engine,
      follow: feedFollower(engine),
      feedOnly(isThis) {
        isWanted = isThis;
      },
      connect: async () => connect(engine),
      isOurs: true,
      stop,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function connect(engine: Engine): DynamoDBDocumentClient {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  plugInto(client, engine);
  return client;
}
