/*
 * The handlers in this process, on a store of their own. Nothing runs behind them, so that what is measured is theirs alone; what
 * happens after the answers, on AWS in functions of its own, happens when it is asked for, and is counted.
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
import { ask } from "./ask.ts";
import { counting, type Told } from "./counting.ts";
import { newTable } from "./records.ts";

export interface Handlers {
  dev: DevJson;
  /** The stream's reader, its dispatcher and the consumers, until there is nothing left for them to do. */
  afterwards(): Promise<Told>;
}

/** Behind the last of the stream, what consumers write comes by it again: it is looked at more often than that. */
const quietMilliseconds = 1000;

export async function withHandlers(measure: (handlers: Handlers) => Promise<void>): Promise<void> {
  const { folder, remove } = temporaryFolder();
  const store = await startStore({ folder, env: {} });
  Object.assign(process.env, store.environment, {
    GRIDLESS_ORIGIN: "http://127.0.0.1",
    GRIDLESS_MAIL: "log",
  });
  const registry = await readRegistry();
  // its units are nobody's
  const bare = await store.connect();
  async function afterwards(): Promise<Told> {
    const end = { pk: "BENCH", sk: randomUUID() };
    await bare.send(new PutCommand({ TableName: store.tableName, Item: end }));
    const { counted, told, reached } = counting(registry, end);
    // the clock's functions have nothing to do here, and look for it
    const events = startEvents({ ...store, registry: { ...counted, schedules: [] }, folder, log: say });
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

export async function eightFieldTableHere(dev: DevJson): Promise<string> {
  const { id } = await ask<{ id: string }>(dev, {
    endpoint: createTable,
    params: { baseId: dev.baseId },
    body: newTable,
  });
  return id;
}
