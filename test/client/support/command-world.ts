/* The command gridless as it is built, in processes of its own, against a server of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";
import { buildCommand } from "../../../bin/client/build-client.ts";
import { clientWorld } from "./client-world.ts";

interface Asked {
  /** Undefined removes a variable. */
  env?: Record<string, string | undefined>;
  /** The standard input; without it there is none. */
  input?: string;
  /** It does not end. */
  keepOpen?: true;
}

export interface CommandEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

export async function commandWorld(environment: Record<string, string> = {}) {
  const world = await clientWorld(environment);
  const program = path.join(world.folder, "command/command.js");
  const home = path.join(world.folder, "home");
  await buildCommand(path.dirname(program));
  const own = {
    ...{ PATH: process.env["PATH"], HOME: home, XDG_CONFIG_HOME: path.join(home, "config"), APPDATA: home },
    ...{ GRIDLESS_URL: world.url, GRIDLESS_TOKEN: world.token, GRIDLESS_BASE: world.baseId },
  };

  const start = (args: readonly string[], { env = {}, input, keepOpen }: Asked = {}): ChildProcess => {
    const started = spawn(process.execPath, [program, ...args], {
      cwd: world.folder,
      env: { ...own, ...env },
    });
    started.stdin.on("error", () => undefined);
    if (input !== undefined) started.stdin.write(input);
    if (!keepOpen) started.stdin.end();
    return started;
  };
  const run = (args: readonly string[], asked?: Asked) => endOf(start(args, asked));
  return {
    ...world,
    ...{ start, run, program, own, file: (name: string) => path.join(world.folder, name) },
    /** The standard output of a command that must succeed. */
    out: async (args: readonly string[], asked?: Asked): Promise<string> => {
      const { code, stdout, stderr } = await run(args, asked);
      if (code !== 0) throw new Error(`gridless ${args.join(" ")}: ${code} ${stdout} ${stderr}`);
      return stdout;
    },
  };
}

export type CommandWorld = Awaited<ReturnType<typeof commandWorld>>;

/** Waits for the end of a process. */
export async function endOf(started: ChildProcess): Promise<CommandEnd> {
  const ended = new Promise<number | null>((resolve) => started.on("close", resolve));
  const [stdout, stderr, code] = await Promise.all([
    started.stdout ? text(started.stdout) : "",
    started.stderr ? text(started.stderr) : "",
    ended,
  ]);
  return { code, stdout, stderr };
}

/** The JSON values of a text, one a line. */
export const valuesIn = (lines: string): unknown[] =>
  lines
    .split("\n")
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
