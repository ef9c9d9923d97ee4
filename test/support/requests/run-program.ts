/* Runs a program of bin to its end, in another process. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { projectFolder } from "#lib/registry";

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * `command` is the program and its arguments: `["bin/admin.ts", "writes"]`. `environment` is added to that of the tests, without
 * what names their store.
 */
export async function runProgram(
  command: string[],
  environment: Record<string, string> = {},
): Promise<Ended> {
  const { AWS_ENDPOINT_URL_DYNAMODB: _, GRIDLESS_STORE: __, ...inherited } = process.env;
  const env = { ...inherited, ...environment };
  return promisify(execFile)(process.execPath, command, { cwd: projectFolder, env }).then(
    (printed) => ({ code: 0, ...printed }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}
