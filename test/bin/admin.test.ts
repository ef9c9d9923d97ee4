import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { handler as listBases } from "#functions/base/list-bases";
import { projectFolder } from "#lib/registry";
import { call } from "#test/support/call";

const run = promisify(execFile);
const admin = (...args: string[]) =>
  run(process.execPath, [path.join(projectFolder, "bin/admin.ts"), ...args]).catch((error) => error);
const store = process.env["GRIDLESS_STORE"] ?? "";
const column = (output: string, name: string) => new RegExp(`^${name} +(\\S+)`, "m").exec(output)?.[1] ?? "";

test("a user and a token that opens a first base; again, one more token for the same user", async () => {
  const email = `${crypto.randomUUID()}@test.local`;
  const first = await admin("--store", store, "--name", "Ada", "--email", email);
  const second = await admin("--store", store, "--name", "Ada", "--email", email.toUpperCase());

  for (const { stdout } of [first, second]) {
    const { body } = await call(listBases, { as: { token: column(stdout, "token") } });
    expect(body).toMatchObject([{ id: column(first.stdout, "base"), role: "owner" }]);
  }
  expect(column(second.stdout, "user")).toBe(column(first.stdout, "user"));
  expect(column(second.stdout, "token")).not.toBe(column(first.stdout, "token"));
});

test.each([
  ["nothing", [], /^Usage: /],
  ["no address", ["--store", "x", "--name", "Ada", "--email", "ada"], /^Usage: /],
  ["an option that is not there", ["--stor", "x"], /^Unknown option '--stor'/],
  [
    "a store that is not there",
    ["--store", "none", "--name", "A", "--email", "a@b.c"],
    /^The database does not answer; try again: /,
  ],
])("%s is one line and exit code 1", async (_, args, message) => {
  const { code, stderr } = await admin(...args);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
