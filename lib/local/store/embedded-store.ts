/*
 * The store of one machine: the embedded DynamoDB in a data folder, or the DynamoDB that AWS_ENDPOINT_URL_DYNAMODB
 * names; with the table in it.
 */
import { join } from "node:path";
import { StartError } from "#lib/local/process/start-error";
import { openDataFolder } from "./data-folder.ts";
import { startEngine } from "./engine.ts";
import { makeTable } from "./store-table.ts";
import { indexStream } from "./stream-index.ts";
import { streamTrimmer } from "./stream-trim.ts";

/** The environment variables of a function. */
export type StoreEnvironment = {
  AWS_ENDPOINT_URL_DYNAMODB: string;
  GRIDLESS_STORE: string;
  AWS_REGION: string;
  AWS_ACCESS_KEY_ID: string;
  AWS_SECRET_ACCESS_KEY: string;
  AWS_SESSION_TOKEN?: string;
};

type GivenEnvironment = { readonly [Name in keyof StoreEnvironment]?: string | undefined };

interface StoreOptions {
  folder: string;
  env?: GivenEnvironment;
  /** Called with a line each time the engine was restarted. */
  log?: (line: string) => void;
}

export interface LocalStore {
  endpoint: string;
  tableName: string;
  /** For `process.env`. */
  environment: StoreEnvironment;
  /** Call it when a shard of the stream is settled up to a record; only for the embedded store. */
  onSettled?: OnSettled;
  stop(): Promise<void>;
}

type OnSettled = (shardId: string, sequence: string) => void;

export async function startStore({
  folder,
  env = process.env,
  log = () => {},
}: StoreOptions): Promise<LocalStore> {
  const tableName = env.GRIDLESS_STORE || "gridless";
  const given = env.AWS_ENDPOINT_URL_DYNAMODB;
  const { endpoint, finish, onSettled, stop } = given
    ? theirs(given)
    : await embedded({ folder, tableName, log });
  const environment = environmentOf(endpoint, tableName, env);
  try {
    await withTable(environment);
    finish();
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, tableName, environment, ...(onSettled && { onSettled }), stop };
}

function theirs(endpoint: string) {
  return { endpoint, finish: () => {}, onSettled: undefined, stop: async () => {} };
}

interface EmbeddedOptions {
  folder: string;
  tableName: string;
  log: (line: string) => void;
}

async function embedded({ folder: path, tableName, log }: EmbeddedOptions) {
  const { folder, close } = openDataFolder(path);
  const file = join(folder, "store.db");
  // takes 80 ms to load: meanwhile the engine starts
  const sdk = loadSdk();
  try {
    const [engine] = await Promise.all([
      startEngine({ file, pidFile: join(folder, "engine.pid"), log }),
      sdk,
    ]);
    const trimmer = streamTrimmer({ file, tableName, log });
    return {
      endpoint: engine.endpoint,
      finish: () => indexStream(file),
      onSettled: trimmer.onSettled,
      stop() {
        // before the engine: the last process that closes the file must checkpoint it
        trimmer.stop();
        return engine.stop().finally(close);
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function withTable(environment: StoreEnvironment) {
  const { DynamoDB } = await loadSdk();
  const client = new DynamoDB({
    ...connectionOf(environment),
    requestHandler: { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
  try {
    await makeTable(client, environment.GRIDLESS_STORE);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { name, message, code } = error as Error & { code?: string };
    const reason = (message || code || name).split("\n", 1)[0];
    throw new StartError(
      `no DynamoDB to work with at ${environment.AWS_ENDPOINT_URL_DYNAMODB} (AWS_ENDPOINT_URL_DYNAMODB): ${reason}`,
      { cause: error },
    );
  } finally {
    client.destroy();
  }
}

/** The configuration of an SDK client for this store. */
export function connectionOf(environment: StoreEnvironment) {
  return {
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB,
    region: environment.AWS_REGION,
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID,
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY,
      ...(environment.AWS_SESSION_TOKEN && { sessionToken: environment.AWS_SESSION_TOKEN }),
    },
    maxAttempts: 1,
  };
}

function loadSdk() {
  return import("@aws-sdk/client-dynamodb");
}

/** Takes region and credentials from the environment if they are set: a local engine accepts any. */
function environmentOf(endpoint: string, tableName: string, env: GivenEnvironment): StoreEnvironment {
  const given = env.AWS_ACCESS_KEY_ID;
  return {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    GRIDLESS_STORE: tableName,
    AWS_REGION: env.AWS_REGION || "us-east-1",
    AWS_ACCESS_KEY_ID: given || "test",
    AWS_SECRET_ACCESS_KEY: (given && env.AWS_SECRET_ACCESS_KEY) || "test",
    ...(given && env.AWS_SESSION_TOKEN && { AWS_SESSION_TOKEN: env.AWS_SESSION_TOKEN }),
  };
}
