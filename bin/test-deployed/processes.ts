/* Every process of a run, each the head of a group of its own: what it starts ends with it, however the run ends. */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { StartError } from "#lib/local/process/start-error";
import { type Environment, folders, keptLogs } from "./folders.ts";

export interface Started {
  child: ChildProcess;
  /** Where all that it says is written. */
  log: string;
  /** Settles with its exit code, or with why it never ran. */
  ended: Promise<number | NodeJS.ErrnoException>;
}

interface Command {
  /** Names its log. */
  name: string;
  env?: Environment;
  cwd?: string;
}

const groups = new Set<number>();

export function start(file: string, args: string[], { name, env = process.env, cwd }: Command): Started {
  const log = path.join(folders.logs, `${name}.log`);
  const output = openSync(log, "w");
  const child = spawn(file, args, {
    env,
    ...(cwd && { cwd }),
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const { pid } = child;
  if (pid) groups.add(pid);
  const ended = new Promise<number | NodeJS.ErrnoException>((resolve) => {
    child.once("error", resolve);
    child.once("exit", (code) => {
      end(pid);
      resolve(code ?? 1);
    });
  });
  return { child, log, ended };
}

/** Runs a command to its end and gives what it said. */
export async function run(file: string, args: string[], command: Command): Promise<string> {
  const { log, ended } = start(file, args, command);
  const code = await ended;
  if (typeof code !== "number")
    throw new StartError(`${file} cannot be run: ${code.message}`, { cause: code });
  const said = readFileSync(log, "utf8");
  if (code !== 0) {
    const kept = path.join(keptLogs, path.basename(log));
    throw new StartError(`${command.name} failed, ${kept} has all of it:\n${lastLines(said, 15)}`);
  }
  return said;
}

/** Ends a process with all that it started. */
export function end(pid: number | undefined): void {
  if (!pid || !groups.delete(pid)) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // there is nobody left in it
  }
}

export function endAll(): void {
  for (const pid of groups) end(pid);
}

export const lastLines = (text: string, count: number) => text.trimEnd().split("\n").slice(-count).join("\n");
