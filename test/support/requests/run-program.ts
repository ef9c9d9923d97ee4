/* Runs a program of bin to its end, in another process. */
import { type ChildProcess, execFile } from "node:child_process";
import { promisify } from "node:util";
import { projectFolder } from "#lib/registry";

export interface Ended {
  /** null: it was killed. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * `command` is the program and its arguments: `["bin/admin.ts", "writes"]`. `environment` is added to that of the tests, without
 * what names their store. `begun` gets the process.
 */
export async function runProgram(
  command: string[],
  environment: Record<string, string> = {},
  begun: (child: ChildProcess) => void = () => {},
): Promise<Ended> {
  const { AWS_ENDPOINT_URL_DYNAMODB: _, GRIDLESS_STORE: __, ...inherited } = process.env;
  const env = { ...inherited, ...environment };
  const running = promisify(execFile)(process.execPath, command, { cwd: projectFolder, env });
  begun(running.child);
  return running.then(
    (printed) => ({ code: 0, ...printed }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}
