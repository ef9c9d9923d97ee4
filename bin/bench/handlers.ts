/*
 * The handlers in this process, on a store of their own. Nothing runs behind them, so that what is measured is theirs alone; what
 * happens after the answers, on AWS in functions of its own, happens when it is asked for, and is counted.
 */
import { setTimeout as wait } from "node:timers/promises";
import { handler as createTable } from "#functions/table/create-table";
import { usedOfStore } from "#lib/data/meter";
import { temporaryFolder } from "#lib/local/data-folder";
import { type DevJson, writeDevJson } from "#lib/local/dev-json";
import { startStore } from "#lib/local/embedded-store";
import { startEvents } from "#lib/local/events";
import { say } from "#lib/local/terminal";
import { readRegistry } from "#lib/registry";
import { ask } from "./ask.ts";
import { counting, type Told } from "./counting.ts";
import { newTable } from "./records.ts";

export interface Handlers {
  dev: DevJson;
  /** The stream's reader, its dispatcher and the consumers, until there is nothing left for them to do. */
  afterwards(): Promise<Told>;
}

/** The stream is looked at more often than that. */
const quietMilliseconds = 1000;

export async function withHandlers(measure: (handlers: Handlers) => Promise<void>): Promise<void> {
  const { folder, remove } = temporaryFolder();
  const store = await startStore({ folder, env: {} });
  Object.assign(process.env, store.environment, {
    GRIDLESS_ORIGIN: "http://127.0.0.1",
    GRIDLESS_MAIL: "log",
  });
  const registry = await readRegistry();
  async function afterwards(): Promise<Told> {
    const { counted, told } = counting(registry);
    // the clock's functions have nothing to do here, and look for it
    const events = startEvents({ ...store, registry: { ...counted, schedules: [] }, folder, log: say });
    do {
      usedOfStore();
      await wait(quietMilliseconds);
    } while (usedOfStore().requests > 0);
    await events.stop();
    return told();
  }
  try {
    const dev = await writeDevJson(folder, "http://127.0.0.1");
    await afterwards();
    await measure({ dev, afterwards });
  } finally {
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
