/**
 * Makes one store for the whole run before the workers start, which inherit its environment: the embedded store, or the DynamoDB at
 * AWS_ENDPOINT_URL_DYNAMODB. Starts a server on it if the tests call one (target.ts).
 */
import { join } from "node:path";
import { startStore } from "#lib/local/store/embedded-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { startServer } from "#test/support/requests/server";

export async function setup() {
  const target = process.env["GRIDLESS_TEST_TARGET"];
  process.env["GRIDLESS_SIGN_UP"] ??= "open";
  // for a target that is an address, the environment already names its store
  if (target && target !== "start") return () => {};
  const { folder, remove } = temporaryFolder();
  // as with npm start
  process.env["GRIDLESS_OUTGOING"] = "loopback";
  const env = { ...process.env, GRIDLESS_STORE: "gridless-test" };
  const store = await startStore({ folder, env, log: console.error });
  Object.assign(process.env, store.environment, { GRIDLESS_FILES: join(folder, "files") });
  const stopServer = target ? await serverOn(store.environment) : async () => {};
  return async function teardown() {
    await stopServer();
    await store.stop();
    remove();
  };
}

/** Starts npm start on the store of the tests. */
async function serverOn(environment: Record<string, string>) {
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder, environment);
  process.env["GRIDLESS_TEST_TARGET"] = server.dev.url;
  return async () => {
    await server.stop("SIGTERM");
    remove();
  };
}
