/*
 * The store of a running server for another process on this machine: npm run admin -- move-space. It is opened when it is asked for
 * (cell-files.ts), with a key that only the asker learns, and closed when it was not used for a while.
 *
 * It answers DynamoDB's operations, and these:
 *
 *   DescribeCell  {}                      the table, the address of the server as people see it, and whether a setting says it
 *   FollowKeys    { log, after, limit, forget }   the keys that were written after a place (key-log.ts). Those up to `forget` are forgotten. Without the
 *                                         id of the present log: no keys, and the id. `last`: the place of the last write
 *   FindWritten   { log, after, keys }    which of these keys were written after a place
 *   SettleCalls   { milliseconds }        waits until all calls that run now have ended, and consumers have what was written so far
 */
import { randomBytes } from "node:crypto";
import timers from "node:timers/promises";
import type * as z from "zod";
import type { Engine } from "#lib/local/embedded/open-engine";
import { type Endpoint, serveEngine } from "#lib/local/endpoint/serve-engine";
import { repeatWork } from "#lib/local/process/repeat-work";
import { answerAsked } from "#lib/local/store/asked/ask-server";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { msPerMinute } from "#lib/schemas/basics/time-units";
import type { Key } from "#lib/store/item";
import { earlierCallsEnd } from "#lib/store/running-calls";
import { cellIn, type Served } from "./cell-files.ts";
import { type KeyLog, openKeyLog } from "./key-log.ts";

interface CellOptions {
  engine: Engine;
  tableName: string;
  folder: string;
  /** Whether GRIDLESS_ORIGIN says the address; otherwise it is where the server happens to listen. */
  isOriginSet: boolean;
  /** Milliseconds for which the oldest change has waited that no consumer has taken; 0 if none waits. */
  oldestWaiting: () => number;
  log: (line: string) => void;
}

/** Milliseconds without a request after which the endpoint is closed. */
const longestIdle = 30 * msPerMinute;
const mostKeys = 1000;

/** Milliseconds: a server that is stopped waits for it. */
const longestSettling = 10_000;

/** The members of all requests of its own. */
interface CellInput {
  log?: string;
  after?: number;
  limit?: number;
  forget?: number;
  milliseconds?: number;
  keys?: Key[];
}

/** Serves the store to processes that ask for it, until it is stopped. */
export function answerCellRequests({
  engine,
  tableName,
  folder,
  isOriginSet,
  oldestWaiting,
  log,
}: CellOptions): {
  stop(): Promise<void>;
} {
  const key = {
    accessKeyId: `GRIDLESS${randomBytes(6).toString("hex").toUpperCase()}`,
    secretAccessKey: randomBytes(20).toString("hex"),
  };
  let endpoint: Endpoint | undefined;
  let keys: KeyLog | undefined;
  let used = 0;

  type Answer = { [member: string]: unknown };
  const own: { [operation: string]: (input: CellInput) => Answer | Promise<Answer> } = {
    DescribeCell: () => ({ table: tableName, origin: publicOrigin(), isOriginSet }),
    FollowKeys({ log: asked, after = 0, limit = mostKeys, forget = 0 }) {
      keys ??= openKeyLog(engine, tableName, () => {
        keys = undefined;
      });
      if (asked !== keys.id) return { log: keys.id, keys: [], last: keys.last() };
      keys.forget(forget);
      return { log: keys.id, keys: keys.readAfter(after, limit), last: keys.last() };
    },
    FindWritten: ({ log: asked, after = 0, keys: named = [] }) => ({
      keys: keys?.id === asked ? keys?.findAfter(after, named) : [],
    }),
    SettleCalls: async ({ milliseconds = 0 }) => ({
      isSettled: await settle(Math.min(milliseconds, longestSettling)),
    }),
  };
  const execute: Engine["execute"] = async (operation, input, options) => {
    used = Date.now();
    return Object.hasOwn(own, operation)
      ? ((await own[operation]?.(input)) ?? {})
      : engine.execute(operation, input, options);
  };

  /** False if that takes longer. Messages that are to be delivered later are not waited for: retries, and work that is due at a time. */
  async function settle(milliseconds: number): Promise<boolean> {
    const until = performance.now() + milliseconds;
    if (!(await earlierCallsEnd(milliseconds))) return false;
    const begun = performance.now();
    while (oldestWaiting() >= performance.now() - begun && oldestWaiting() > 0) {
      if (performance.now() > until) return false;
      await timers.setTimeout(20);
    }
    // what is being consumed is a call as well
    return earlierCallsEnd(Math.max(until - performance.now(), 100));
  }

  async function open(): Promise<z.infer<typeof Served>> {
    used = Date.now();
    endpoint ??= await serveEngine({ engine: { execute }, key, allowed: "write", port: 0, log });
    return { url: endpoint.url, key };
  }

  async function closeIdle(): Promise<void> {
    if (endpoint && Date.now() - used > longestIdle) await close();
  }

  async function close(): Promise<void> {
    keys?.close();
    keys = undefined;
    // who asks meanwhile gets another one
    const former = endpoint;
    endpoint = undefined;
    await former?.close();
  }

  const answering = answerAsked(cellIn(folder), open, log);
  const idling = repeatWork(closeIdle, msPerMinute);
  async function stop(): Promise<void> {
    await answering.stop();
    await idling.stop();
    await close();
  }
  return { stop };
}
