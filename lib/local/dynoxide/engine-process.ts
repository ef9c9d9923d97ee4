/** One process of the emulator: found, started, and ended if a killed parent left it behind. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "#lib/local/process/start-error";

export interface EngineProcess {
  child: ChildProcess;
  /** Settles when the process has ended, with its last words. */
  ended: Promise<string>;
}

/** Where the engine's binary is. */
export function findEngine(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve("@dynoxide/linux-x64/package.json");
    return join(dirname(manifest), "dynoxide");
  } catch (cause) {
    throw new StartError(
      `GRIDLESS_ENGINE=dynoxide needs the package @dynoxide/linux-x64, which is for Linux x64 only (this is ${process.platform} ${process.arch}): unset GRIDLESS_ENGINE`,
      { cause },
    );
  }
}

/** Runs the engine; returns when it listens, throws an Error with its last words when it ends before. */
export async function runEngine(binary: string, file: string, port: number): Promise<EngineProcess> {
  const child = spawn(binary, ["serve", "--host", "127.0.0.1", "--port", String(port), "--db-path", file], {
    // a process group of its own, so that Ctrl-C only reaches this process, which first finishes its work
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  // added at once, because this process may end while the engine starts
  const kill = () => child.kill("SIGKILL");
  process.prependListener("exit", kill);
  let said = "";
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => {
      process.off("exit", kill);
      resolve(lastLine(said) ?? `ended with ${signal ?? code}`);
    });
  });
  const listening = new Promise<void>((resolve) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-4096);
      // matches the whole line, because the rest of the line would be taken for the engine's last message
      if (/listening on.*\n/.test(said)) {
        said = "";
        resolve();
      }
    });
  });
  const words = await Promise.race([listening, ended]);
  if (words !== undefined) throw new Error(words);
  return { child, ended };
}

/** Ends the process with this id if it is an engine on this file: kill -9 of its parent leaves it running. */
export async function endLeftOver(pid: number, file: string): Promise<void> {
  for (let tries = 0; isEngineOn(pid, file); tries++) {
    if (tries === 0) process.kill(pid, "SIGTERM");
    if (tries === 200) process.kill(pid, "SIGKILL");
    await pause(10);
  }
}

/** Whether the process with this id is an engine on this file. */
export function isEngineOn(pid: number, file: string): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return basename(words[0] ?? "") === "dynoxide" && words.includes(file);
  } catch {
    return false;
  }
}

function lastLine(text: string): string | undefined {
  return text.trim().split("\n").at(-1) || undefined;
}
