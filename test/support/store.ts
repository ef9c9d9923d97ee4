/** One embedded store for the whole run, before the workers start: they inherit the environment. */

import { temporaryFolder } from "#lib/local/data-folder";
import { startStore } from "#lib/local/embedded-store";

export async function setup() {
  const { folder, remove } = temporaryFolder();
  const { AWS_ENDPOINT_URL_DYNAMODB: _, ...env } = process.env;
  const store = await startStore({
    folder,
    env: { ...env, GRIDLESS_STORE: "gridless-test" },
    log: console.error,
  });
  Object.assign(process.env, store.environment);
  return async function teardown() {
    await store.stop();
    remove();
  };
}
