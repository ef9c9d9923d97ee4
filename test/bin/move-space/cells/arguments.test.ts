/* What the command takes for a cell: a data folder, or a stack. */
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "#lib/registry";

const run = promisify(execFile);
const space = `spc${"A".repeat(16)}`;

/** CloudFormation, which answers so. */
async function cloudFormation(status: number, body: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function move(args: string[], more: Record<string, string> = {}) {
  const { AWS_PROFILE: _, ...env } = process.env;
  const keys = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b", AWS_REGION: "eu-central-1" };
  const command = [join(projectFolder, "bin/admin.ts"), "move-space", "--space", space, ...args];
  return run(process.execPath, command, { env: { ...env, ...keys, ...more } }).catch((error) => error);
}

test.each([
  ["no source", ["--to", "b"], /^Missing option: --from <folder> or --from-stack <name>/],
  ["no target", ["--from", "a"], /^Missing option: --to <folder> or --to-stack <name>/],
  [
    "both",
    ["--from", "a", "--from-stack", "s", "--to", "b"],
    /^--from is a data folder, and --from-stack a stack/,
  ],
  [
    "a region of a folder",
    ["--from", "a", "--to", "b", "--to-region", "eu-west-1"],
    /^--to-region and --to-profile are for --to-stack/,
  ],
])("%s", async (_, args, message) => {
  const { code, stderr } = await move(args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
});

test("a profile that is not there is named", async () => {
  const none = { AWS_CONFIG_FILE: "/dev/null", AWS_SHARED_CREDENTIALS_FILE: "/dev/null" };
  const { code, stderr } = await move(["--from-stack", "one", "--from-profile", "nope", "--to", "b"], none);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("nope") });
});

test("a stack that is not there, is being deployed, or is none of Gridless", async () => {
  const from = ["--from-stack", "one", "--to", "b"];
  const say = async (status: number, body: string) =>
    move(from, { AWS_ENDPOINT_URL_CLOUDFORMATION: await cloudFormation(status, body) });
  const missing = "<Error><Message>Stack with id one does not exist</Message></Error>";
  expect((await say(400, missing)).stderr).toBe(
    "CloudFormation in eu-central-1 refuses to show the stack one: Stack with id one does not exist\n",
  );
  const deploying = "<StackStatus>UPDATE_IN_PROGRESS</StackStatus>";
  expect((await say(200, deploying)).stderr).toBe(
    "the stack one in eu-central-1 is being deployed: give the same command again when it is done\n",
  );
  const other = "<StackStatus>CREATE_COMPLETE</StackStatus><Outputs></Outputs>";
  expect((await say(200, other)).stderr).toBe(
    "the stack one in eu-central-1 has no output StoreName: is it one of Gridless?\n",
  );
});
