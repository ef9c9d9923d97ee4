/**
 * One store for the whole run, made before the workers start: they inherit the environment. The embedded one, or the
 * DynamoDB that AWS_ENDPOINT_URL_DYNAMODB names.
 */
import { temporaryFolder } from "#lib/local/data-folder";
import { startStore } from "#lib/local/embedded-store";

export async function setup() {
  const { folder, remove } = temporaryFolder();
  const env = { ...process.env, GRIDLESS_STORE: "gridless-test" };
  const store = await startStore({ folder, env, log: console.error });
  Object.assign(process.env, store.environment);
  return async function teardown() {
    await store.stop();
    remove();
  };
}
