/** The emulator under supervision: on a free port, restarted if it dies. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "#lib/local/process/start-error";
import { type EngineProcess, endLeftOver, findEngine, runEngine } from "./engine-process.ts";

interface EngineFiles {
  file: string;
  pidFile: string;
  log: (line: string) => void;
}

/** Starts the engine on this file; the caller holds the lock of its folder. */
export async function startEngine({ file, pidFile, log }: EngineFiles) {
  const binary = findEngine();
  await endLeftOver(Number(readOr(pidFile, "0")), file);
  let { port, running } = await onSomePort(binary, file);
  let stopping = false;
  keepPid();
  const supervision = supervise();

  async function supervise() {
    while (true) {
      const words = await running.ended;
      if (stopping) return;
      log(`the emulator died (${words}) and is started again`);
      const again = await sameAgain();
      if (!again) return;
      running = again;
      keepPid();
      // stop() may have come while it started
      if (stopping) running.child.kill("SIGTERM");
    }
  }

  async function sameAgain(): Promise<EngineProcess | undefined> {
    for (let wait = 10; !stopping; wait = Math.min(wait * 2, 5000)) {
      try {
        return await runEngine(binary, file, port);
      } catch (error) {
        if (wait > 1000) log(`the emulator does not start: ${(error as Error).message}`);
        await pause(wait);
      }
    }
    return undefined;
  }

  function keepPid() {
    writeFileSync(pidFile, String(running.child.pid));
  }

  async function stop() {
    stopping = true;
    running.child.kill("SIGTERM");
    await supervision;
    rmSync(pidFile, { force: true });
  }

  return { endpoint: `http://127.0.0.1:${port}`, stop };
}

/**
 * Chooses the port, because the engine cannot choose a free one and report it. Our ports are below those that the system gives to outgoing
 * connections: a client that keeps trying one of those while the engine is down can connect to itself, and then the port is taken.
 */
async function onSomePort(binary: string, file: string) {
  for (let tries = 1; ; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    try {
      return { port, running: await runEngine(binary, file, port) };
    } catch (error) {
      const words = (error as Error).message;
      if (tries < 20 && /already in use/i.test(words)) continue;
      throw new StartError(`the emulator does not start on ${file}: ${words}`, { cause: error });
    }
  }
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
}
