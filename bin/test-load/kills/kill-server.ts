/* A server that is killed by kill -9 again and again, and started on the same data folder. */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { DevJson } from "#lib/local/process/dev-json";
import { type Server, spawnServer, startServer } from "#test/support/requests/server";
import { random } from "../chance.ts";
import type { Outages } from "../wire.ts";

export interface KilledServer {
  /** Its address changes with each start. */
  dev: DevJson;
  outages: Outages;
  /**
   * Kills the server and starts it again; gives the milliseconds until it is ready. With `alsoStarting` it is killed once more, during its
   * start.
   */
  kill(alsoStarting: boolean): Promise<number>;
  /** Everything that it printed since the first start. */
  output(): string;
  stop(): Promise<void>;
}

export async function startToKill(folder: string): Promise<KilledServer> {
  let server: Server = await startServer(folder);
  let printed = "";
  let up = Promise.resolve();
  let lastDown = Number.NEGATIVE_INFINITY;
  const dev = { ...server.dev };

  async function kill(alsoStarting: boolean): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<void>();
    up = promise;
    lastDown = Number.POSITIVE_INFINITY;
    await server.stop("SIGKILL");
    printed += server.output();
    if (alsoStarting) await killInStart(folder);
    const begun = performance.now();
    server = await startServer(folder);
    Object.assign(dev, server.dev);
    lastDown = performance.now();
    resolve();
    return lastDown - begun;
  }

  return {
    dev,
    outages: { wasOneSince: (time) => time < lastDown, over: () => up },
    kill,
    output: () => printed + server.output(),
    async stop() {
      await server.stop("SIGTERM");
    },
  };
}

async function killInStart(folder: string): Promise<void> {
  const { process: started } = spawnServer(folder);
  const ended = once(started, "exit");
  await wait(100 + random(600));
  started.kill("SIGKILL");
  await ended;
}
