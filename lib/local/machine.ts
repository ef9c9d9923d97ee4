/* The whole service on one machine: store, handlers, gateway, and the work after the answer. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeUnfinished } from "#lib/files/folder";
import { startEvents } from "#lib/local/events/events";
import { type Answered, type Handler, serve } from "#lib/local/gateway/gateway";
import { type DevJson, writeDevJson } from "#lib/local/process/dev-json";
import { explainFailure, makeDataFolder } from "#lib/local/store/data-folder";
import { startStore } from "#lib/local/store/start-store";
import { openapiDocument } from "#lib/openapi/document";
import { isLoopback } from "#lib/outgoing/addresses";
import { readRegistry, routesOf } from "#lib/registry";

interface MachineOptions {
  folder: string;
  host: string;
  port: number;
  onRequest: (answered: Answered) => void;
  log: (line: string) => void;
}

export interface Machine {
  dev: DevJson;
  /** Finishes running requests and work, then stops. */
  stop(): Promise<void>;
}

export async function startMachine({ folder, host, port, onRequest, log }: MachineOptions): Promise<Machine> {
  // with another DynamoDB, the folder is still needed for attachments and dev.json
  makeDataFolder(folder);
  // the handlers are loaded while the store starts
  const [store, registry] = await Promise.all([startStore({ folder, log }), readRegistry()]);
  try {
    Object.assign(process.env, store.environment, {
      GRIDLESS_OPENAPI: join(folder, "openapi.json"),
      GRIDLESS_MAIL: "log",
      // callers from other machines must not reach this machine's services through us
      GRIDLESS_OUTGOING: isOwn(host) ? "loopback" : "",
      GRIDLESS_FILES: join(folder, "files"),
    });
    explainFailure(folder, () => {
      removeUnfinished(join(folder, "files"));
      writeFileSync(join(folder, "openapi.json"), JSON.stringify(openapiDocument(registry)));
    });
    process.env["GRIDLESS_SIGN_UP"] ||= "open";
    const gateway = await serve({
      routes: routesOf(registry).map(({ method, path, endpoint }) => ({
        method,
        path,
        handler: endpoint.handler,
      })),
      defaultHandler: registry.fallback.handler as Handler,
      host,
      port,
      corsOrigins: process.env["GRIDLESS_CORS_ORIGINS"] ?? "",
      publicOrigin: process.env["GRIDLESS_ORIGIN"] ?? "",
      onRequest,
    });
    process.env["GRIDLESS_ORIGIN"] ||= gateway.url;
    const dev = await writeDevJson(folder, gateway.url);
    const events = startEvents({ ...store, registry, folder, log });
    const stop = () =>
      gateway
        .close()
        .finally(() => events.stop())
        .finally(() => store.stop());
    return { dev, stop };
  } catch (error) {
    await store.stop();
    throw error;
  }
}

const isOwn = (host: string) => host === "localhost" || isLoopback(host);
