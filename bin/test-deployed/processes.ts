/* The processes of a run. Each leads its own process group, so that its children end with it, however the run ends. */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { StartError } from "#lib/local/process/start-error";
import { type Environment, folders, keptLogs } from "./folders.ts";

export interface Started {
  child: ChildProcess;
  /** The file with its output. */
  log: string;
  /** Resolves to its exit code, or to the error if it could not be started. */
  ended: Promise<number | NodeJS.ErrnoException>;
}

interface Command {
  /** Names its log. */
  name: string;
  env?: Environment;
  cwd?: string;
}

const groups = new Set<number>();

/** Starts a process whose output goes to a log file. */
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

/** Runs a command to its end and gives its output; throws StartError if it fails. */
export async function run(file: string, args: string[], command: Command): Promise<string> {
  const { log, ended } = start(file, args, command);
  const code = await ended;
  if (typeof code !== "number")
    throw new StartError(`${file} cannot be run: ${code.message}`, { cause: code });
  const output = readFileSync(log, "utf8");
  if (code !== 0) {
    const kept = path.join(keptLogs, path.basename(log));
    throw new StartError(`${command.name} failed; the whole output is in ${kept}:\n${lastLines(output, 15)}`);
  }
  return output;
}

/** Kills a process and all its children. */
export function end(pid: number | undefined): void {
  if (!pid || !groups.delete(pid)) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // the group has no processes left
  }
}

/** Kills all processes of the run. */
export function endAll(): void {
  for (const pid of groups) end(pid);
}

export const lastLines = (text: string, count: number) => text.trimEnd().split("\n").slice(-count).join("\n");
