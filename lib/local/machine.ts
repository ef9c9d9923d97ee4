/* The whole service on one machine: store, handlers, gateway, and the work after the answer. */
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { paceJobs } from "#lib/data/jobs/pace";
import { readPageFrom } from "#lib/docs/page";
import { removeUnfinished } from "#lib/files/folder";
import { readDocumentFrom } from "#lib/http/document";
import { findDamage } from "#lib/local/embedded/storage/damage";
import { answerCellRequests } from "#lib/local/endpoint/cell/serve-cell";
import { type Events, startEvents } from "#lib/local/events/events";
import { finishLeft } from "#lib/local/events/finish-left";
import { jobsWaitForConsumers, readBacklog, waitForConsumers } from "#lib/local/events/slow-writers";
import { lazyHandler } from "#lib/local/functions/lazy-handler";
import { listFunctions } from "#lib/local/functions/list-functions";
import { followMade, readMade } from "#lib/local/functions/read-made";
import { warmed, warmedForApp, warmUp } from "#lib/local/functions/warm-up";
import { type Answered, serve } from "#lib/local/gateway/gateway";
import { type DevJson, writeDevJson } from "#lib/local/process/dev-json";
import { checkFormat } from "#lib/local/store/check-format";
import { explainFailure, makeDataFolder } from "#lib/local/store/data-folder";
import { refusedDamaged } from "#lib/local/store/open-store";
import { startStore } from "#lib/local/store/start-store";
import { isLoopback } from "#lib/outgoing/addresses";
import { type FunctionFile, importHandler, readRegistry } from "#lib/registry";
import { postBy } from "#lib/socket/poster";
import { countCalls, runCall } from "#lib/store/running-calls";
import { readAppFrom } from "#lib/web/app-files";

interface MachineOptions {
  folder: string;
  host: string;
  port: number;
  onRequest: (answered: Answered) => void;
  /** Whether mails are printed, with the links in them. */
  printsMails: boolean;
  log: (line: string) => void;
  /** Whether keys of the embedded store take no more than those of DynamoDB. */
  partitionLimits?: boolean | undefined;
  /** Milliseconds after which the store is copied again. */
  copyEvery?: number | undefined;
}

export interface Machine {
  dev: DevJson;
  /** Finishes running requests and work, then stops. */
  stop(): Promise<void>;
}

export async function startMachine({
  folder,
  host,
  port,
  onRequest,
  printsMails,
  log,
  partitionLimits,
  copyEvery,
}: MachineOptions): Promise<Machine> {
  // with another DynamoDB, the folder is still needed for attachments and dev.json
  makeDataFolder(folder);
  let work: Promise<Events> | undefined;
  let isStarted = false;
  let damage = "";
  function onDamage(line: string): void {
    damage = line;
    if (isStarted) log(line);
    // consumers and schedules write: on a damaged store each would fail again and again
    void work?.then((each) => each.stop());
  }
  const store = await startStore({ folder, log, onDamage, partitionLimits, copyEvery });
  const stopCounting = store.isOurs ? countCalls() : () => {};
  paceJobs({ waitForConsumers: jobsWaitForConsumers, areKeysLimited: partitionLimits || !store.isOurs });
  try {
    Object.assign(process.env, store.environment);
    await checkFormat({ ...store, folder, log });
    Object.assign(process.env, {
      GRIDLESS_MAIL: printsMails ? "log" : "",
      // callers from other machines must not reach this machine's services through us
      GRIDLESS_OUTGOING: isOwn(host) ? "loopback" : "",
      GRIDLESS_FILES: join(folder, "files"),
    });
    explainFailure(folder, () => removeUnfinished(join(folder, "files")));
    process.env["GRIDLESS_SIGN_UP"] ||= "open";
    const stopping = new AbortController();
    readDocumentFrom(() => readMade("openapi", folder, stopping.signal));
    readPageFrom(() => readMade("docs", folder, stopping.signal));
    const readApp = followMade("app", folder, stopping.signal);
    let isWarm = false;
    readAppFrom(() => {
      // while the browser reads the scripts
      if (!isWarm) void warmUp(functions.routes, warmedForApp, stopping.signal);
      isWarm = true;
      return readApp();
    });
    if (store.isOurs) await finishLeft(log);
    const functions = listFunctions();
    const operations = new Map(
      functions.routes.map(({ method, path, endpoint }) => [`${method} ${path}`, endpoint.operation]),
    );
    const operationOf = (routeKey?: string) =>
      routeKey && (operations.get(routeKey) ?? functions.fallback.operation);
    const gateway = await serve({
      routes: functions.routes.map(({ method, path, endpoint }) => ({
        method,
        path,
        handler: handlerOf(endpoint),
      })),
      defaultHandler: handlerOf(functions.fallback),
      host,
      port,
      corsOrigins: process.env["GRIDLESS_CORS_ORIGINS"] ?? "",
      publicOrigin: process.env["GRIDLESS_ORIGIN"] ?? "",
      onRequest: (answered) => onRequest({ ...answered, operation: operationOf(answered.routeKey) }),
      beforeCall: waitForConsumers,
      sockets: new Map([...functions.socketRoutes].map(([route, found]) => [route, handlerOf(found)])),
    });
    if (gateway.poster) postBy(gateway.poster);
    const isOriginSet = Boolean(process.env["GRIDLESS_ORIGIN"]);
    process.env["GRIDLESS_ORIGIN"] ||= gateway.url;
    const dev = await writeDevJson(folder, gateway.url);

    const events = startWork();
    work = events;
    const { engine, tableName } = store;
    // after the consumers: what they have not taken is waited for
    const cell = events.then(
      () =>
        engine &&
        answerCellRequests({
          ...{ engine, tableName, folder, isOriginSet, log },
          oldestWaiting: () => readBacklog().age,
        }),
    );
    /** Starts the work that follows answers. The start of the server does not wait for it, because the first answer does not need it. */
    async function startWork(): Promise<Events> {
      await turn();
      const registry = await readRegistry(functions.others);
      const events = startEvents({ ...store, registry, folder, log });
      void warmUp(functions.routes, warmed, stopping.signal);
      return events;
    }
    async function stop(): Promise<void> {
      stopping.abort();
      await cell.then((each) => each?.stop());
      await gateway
        .close()
        .finally(() => events.then((each) => each.stop()))
        .finally(stopCounting)
        .finally(() => store.stop());
    }
    isStarted = true;
    if (damage) log(damage);
    return { dev, stop };
  } catch (error) {
    await store.stop();
    const found = findDamage(error);
    throw found ? refusedDamaged(folder, found) : error;
  }
}

function handlerOf<Args extends unknown[], Answer>(found: FunctionFile): (...args: Args) => Promise<Answer> {
  const handler = lazyHandler(() => importHandler<(...args: Args) => Promise<Answer>>(found));
  return (...args) => runCall(() => handler(...args));
}

/** Whether only this machine reaches a server that listens there. */
export const isOwn = (host: string) => host === "localhost" || isLoopback(host);
