/*
 * The engine in this worker process, in memory, where the run is on the embedded store (store.ts): it is of one process, so
 * each worker has its own. A setup file: it runs before each test file, whose feed begins anew.
 */
import { type Engine, openEngine } from "#lib/local/embedded/open-engine";
import { plugInto } from "#lib/local/embedded/sdk/plug-into";
import { storeTable } from "#lib/local/store/embedded-store";
import { client, storeName } from "#lib/store/client";

// this process has loaded what it needs of it; commands that tests start have none, as with a person (vitest.config.ts)
delete process.env["NODE_COMPILE_CACHE"];

/** Beyond the modules of one test file: a worker may take many. */
const place = globalThis as { workerEngine?: Engine; testEngine?: Engine };

/** What the client of lib/store works on; undefined where that is another DynamoDB. */
export const testEngine = (): Engine | undefined => place.testEngine;

/** An empty engine, for the client of lib/store from now on. */
export function useNewEngine(): Engine {
  return use(openEngine({ file: ":memory:", tables: [storeTable(storeName())] }));
}

function use(engine: Engine): Engine {
  place.testEngine = engine;
  plugInto(client(), engine);
  return engine;
}

/** Set by store.ts. */
if (process.env["GRIDLESS_TEST_STORE"] === "in process") {
  place.workerEngine ??= useNewEngine();
  await place.workerEngine.removeChanges(place.workerEngine.lastChange());
  use(place.workerEngine);
}
