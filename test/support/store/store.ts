/**
 * The store of the run, made before the workers start; they inherit the environment.
 *
 *   GRIDLESS_ENGINE=embedded (default)   each worker has an engine of its own (engine.ts)
 *   GRIDLESS_ENGINE=dynoxide             one for all workers: an emulator
 *   GRIDLESS_ENGINE=local                one for all workers: AWS's DynamoDB Local, in memory
 *   AWS_ENDPOINT_URL_DYNAMODB            one for all workers: what is there
 *
 * Where the tests are to ask a server (target.ts), one is started on that store; the embedded store is the server's own,
 * and the workers reach it by its door (open-door.ts).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { environmentOf } from "#lib/local/store/environment";
import { engineOf, startStore } from "#lib/local/store/start-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { startServer } from "#test/support/requests/server";
import { startDynamodbLocal } from "./dynamodb-local/start-dynamodb-local.ts";

export async function setup() {
  const target = process.env["GRIDLESS_TEST_TARGET"];
  process.env["GRIDLESS_SIGN_UP"] ??= "open";
  // for a target that is an address, the environment already names its store
  if (target && target !== "start") return () => {};
  const { folder, remove } = temporaryFolder();
  // as with npm start
  process.env["GRIDLESS_OUTGOING"] = "loopback";
  const env: NodeJS.ProcessEnv = { ...process.env, GRIDLESS_STORE: "gridless-test" };
  const stopJava = await useDynamodbLocal(env);
  const isEmbedded = engineOf(env) === "embedded" && !env["AWS_ENDPOINT_URL_DYNAMODB"];
  const stop = isEmbedded ? await embedded(env, target) : await shared(folder, env, target);
  process.env["GRIDLESS_FILES"] = join(folder, "files");
  return async function teardown() {
    await stop();
    await stopJava();
    remove();
  };
}

/** For lib it is another DynamoDB at an address; servers that tests start with a store of their own have the default engine. */
async function useDynamodbLocal(env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  if (env["GRIDLESS_ENGINE"] !== "local") return async () => {};
  const { endpoint, stop } = await startDynamodbLocal();
  for (const each of [env, process.env]) {
    delete each["GRIDLESS_ENGINE"];
    each["AWS_ENDPOINT_URL_DYNAMODB"] = endpoint;
    each["GRIDLESS_TEST_STORE"] = "local";
  }
  return stop;
}

async function embedded(env: NodeJS.ProcessEnv, target: string | undefined) {
  Object.assign(process.env, environmentOf("gridless-test", env));
  if (!target) {
    process.env["GRIDLESS_TEST_STORE"] = "in process";
    return async () => {};
  }
  const { folder, remove } = temporaryFolder();
  const door = join(folder, "door");
  const script = join(import.meta.dirname, "open-door.ts");
  const stop = await serverWith({
    GRIDLESS_STORE: "gridless-test",
    GRIDLESS_TEST_DOOR: door,
    NODE_OPTIONS: `--import=${script}`,
  });
  process.env["AWS_ENDPOINT_URL_DYNAMODB"] = readFileSync(door, "utf8");
  return async () => {
    await stop();
    remove();
  };
}

async function shared(folder: string, env: NodeJS.ProcessEnv, target: string | undefined) {
  const store = await startStore({ folder, env, log: console.error });
  Object.assign(process.env, store.environment);
  const stopServer = target ? await serverWith(store.environment) : async () => {};
  return async () => {
    await stopServer();
    await store.stop();
  };
}

/** npm start, with this environment. */
async function serverWith(environment: Record<string, string>) {
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder, environment);
  process.env["GRIDLESS_TEST_TARGET"] = server.dev.url;
  return async () => {
    await server.stop("SIGTERM");
    remove();
  };
}
