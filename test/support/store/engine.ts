/*
 * The engine in this worker process, in memory, where the run is on the embedded store (store.ts): it is of one process, so
 * each worker has its own. A setup file: it runs before each test file, whose feed begins anew. A test file that writes an item that no
 * module declares, or not with this key, fails at its end, and so does one whose tables differ from their twins, or that leaves in the
 * client of the store what counts or disturbs its calls: the next file of the worker would meet it.
 */
import { afterAll, expect } from "vitest";
import { paceJobs } from "#lib/data/jobs/pace";
import { setRemembered } from "#lib/data/records/memory/remembered";
import { type Engine, openEngine } from "#lib/local/embedded/open-engine";
import { plugInto } from "#lib/local/embedded/sdk/plug-into";
import { storeTable } from "#lib/local/store/embedded-store";
import { keepTables } from "#lib/local/store/keep-tables";
import { client, storeName } from "#lib/store/client";
import type { Item } from "#lib/store/item";
import { rememberWriteStop } from "#lib/store/write-stop/write-stop";
import { shared } from "#test/support/run/shared";
import { makeTwinCheck } from "./check-twins.ts";
import { makeItemCheck, readDeclaredItems } from "./declared-items.ts";

// this process has loaded what it needs of it; commands that tests start have none, as with a person (vitest.config.ts)
delete process.env["NODE_COMPILE_CACHE"];

// its partitions take any number of units, as those of npm start
paceJobs({ waitForConsumers: async () => {}, areKeysLimited: false });

/** Beyond the modules of one test file: a worker may take many. */
const place = globalThis as {
  workerEngine?: Engine;
  testEngine?: Engine;
  checkItem?: ReturnType<typeof makeItemCheck>;
  undeclared?: Set<string>;
  twins?: ReturnType<typeof makeTwinCheck>;
};

/** What the client of lib/store works on; undefined where that is another DynamoDB. */
export const testEngine = (): Engine | undefined => place.testEngine;

/** An empty engine, for the client of lib/store from now on. */
export function useNewEngine(): Engine {
  return use(openEngine({ file: ":memory:", tables: [storeTable(storeName())], isFed: noteUndeclared }));
}

function noteUndeclared(item: object): true {
  const wrong = place.checkItem?.(item);
  if (wrong) place.undeclared?.add(wrong);
  place.twins?.note(item as Item);
  return true;
}

function use(engine: Engine): Engine {
  place.testEngine = engine;
  plugInto(client(), engine);
  // as npm start does; tests of indexes look at what is read of a table, as on AWS
  if (isAbout("data/indexes")) setRemembered(undefined);
  else keepTables(engine, storeName());
  return engine;
}

/** What each call of a client goes through, without what lets calls pass that are of no simulated process (processes.ts). */
const layersOf = ({ middlewareStack }: ReturnType<typeof client>): string[] =>
  middlewareStack.identify().filter((layer) => !layer.startsWith("processes "));

/** Whether the running test file is in this folder of test/, or is this file without its ending. */
const isAbout = (place: string): boolean =>
  new RegExp(`/test/${place}\\b`).test(expect.getState().testPath ?? "");

// requests are counted exactly: a test that stops writes tells this process so
rememberWriteStop(Promise.resolve(undefined), Number.POSITIVE_INFINITY);

/** Set by store.ts. */
if (process.env["GRIDLESS_TEST_STORE"] === "in process") {
  place.checkItem ??= makeItemCheck(await shared("declared items", async () => readDeclaredItems()));
  place.undeclared = new Set();
  place.twins = makeTwinCheck();
  place.workerEngine ??= useNewEngine();
  await place.workerEngine.removeChanges(place.workerEngine.lastChange());
  use(place.workerEngine);
  const layersAtFirst = layersOf(client());
  afterAll(() => expect(layersOf(client()), "layers of the client of the store").toEqual(layersAtFirst));
  // these write items of their own, as any test may with the entity `test`
  if (!["store", "local", "events", "faults/model"].some(isAbout))
    afterAll(() => {
      expect([...(place.undeclared ?? [])], "items that no module declares").toEqual([]);
      expect(place.twins?.wrong(), "items that differ from their twins").toEqual([]);
    });
}
