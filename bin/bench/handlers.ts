/*
 * The handlers in this process, on their own store. Nothing runs in the background, so only the handlers are measured. The work after the
 * responses, which AWS does in other functions, runs when `afterwards` is called, and is counted.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { handler as createTable } from "#functions/table/create-table";
import { startEvents } from "#lib/local/events/events";
import { type DevJson, writeDevJson } from "#lib/local/process/dev-json";
import { say } from "#lib/local/process/terminal";
import { startStore } from "#lib/local/store/start-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { readRegistry } from "#lib/registry";
import { readMeter } from "#lib/store/meter";
import { rememberWriteStop } from "#lib/store/write-stop/write-stop";
import { ask } from "./ask.ts";
import { counting, type Told } from "./counting.ts";
import { newTable } from "./records.ts";

export interface Handlers {
  dev: DevJson;
  /** Runs the stream reader, the dispatcher and the consumers until they have nothing left to do. */
  afterwards(): Promise<Told>;
}

/**
 * All work is done when this many milliseconds pass without a request to the store: consumers write too, and their writes appear in the
 * stream.
 */
const quietMilliseconds = 1000;

/** Runs `measure` with a store that is removed afterwards. After a run with `embedded`, the process cannot use another engine. */
export async function withHandlers(
  engine: "embedded" | "dynoxide",
  measure: (handlers: Handlers) => Promise<void>,
): Promise<void> {
  const { folder, remove } = temporaryFolder();
  const store = await startStore({ folder, env: { GRIDLESS_ENGINE: engine } });
  Object.assign(process.env, store.environment, {
    GRIDLESS_ORIGIN: "http://127.0.0.1",
    GRIDLESS_MAIL: "log",
  });
  // units are counted exactly: the switch is not read once a minute
  rememberWriteStop(Promise.resolve(undefined), Number.POSITIVE_INFINITY);
  const registry = await readRegistry();
  // a client whose units are not counted
  const bare = await store.connect();
  async function afterwards(): Promise<Told> {
    const end = { pk: "BENCH", sk: randomUUID() };
    await bare.send(new PutCommand({ TableName: store.tableName, Item: end }));
    const { counted, told, reached } = counting(registry, end);
    // without scheduled functions: they have nothing to do here, but would read the store. And with every change, as a stream of AWS has them
    const { follow } = store;
    const events = startEvents({ follow, registry: { ...counted, schedules: [] }, folder, log: say });
    await reached;
    do {
      readMeter();
      await wait(quietMilliseconds);
    } while (readMeter().requests > 0);
    await events.stop();
    return told();
  }
  try {
    const dev = await writeDevJson(folder, "http://127.0.0.1");
    await afterwards();
    await measure({ dev, afterwards });
  } finally {
    bare.destroy();
    await store.stop();
    remove();
  }
}

/** Creates the table in this process, and gives its id. */
export async function eightFieldTableHere(dev: DevJson): Promise<string> {
  const { id } = await ask<{ id: string }>(dev, {
    endpoint: createTable,
    params: { baseId: dev.baseId },
    body: newTable,
  });
  return id;
}
