/**
 * One store for the whole run, made before the workers start: they inherit the environment. The embedded one, or the
 * DynamoDB that AWS_ENDPOINT_URL_DYNAMODB names; with a server on it where the tests are to ask one (target.ts).
 */
import { join } from "node:path";
import { startStore } from "#lib/local/store/start-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { startServer } from "#test/support/requests/server";

export async function setup() {
  const target = process.env["GRIDLESS_TEST_TARGET"];
  process.env["GRIDLESS_SIGN_UP"] ??= "open";
  // whoever named an address has named its store too
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

/** npm start, on the store of the tests. */
async function serverOn(environment: Record<string, string>) {
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder, environment);
  process.env["GRIDLESS_TEST_TARGET"] = server.dev.url;
  return async () => {
    await server.stop("SIGTERM");
    remove();
  };
}
