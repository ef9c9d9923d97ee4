import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { handler as resetPassword } from "#functions/auth/reset-password";
import { handler as verifyEmail } from "#functions/auth/verify-email";
import { handler as listBases } from "#functions/base/list-bases";
import { readEpoch } from "#lib/data/changes/epoch";
import { projectFolder } from "#lib/registry";
import { changesOf } from "#test/support/events/log";
import { aTable } from "#test/support/makers/makers";
import { aLink, aNewcomer, aSecondFactor, password, signInWith } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { reachableStore } from "#test/support/store/door";

const run = promisify(execFile);
const env = { ...process.env, ...(await reachableStore()) };
const admin = (...args: string[]) =>
  run(process.execPath, [path.join(projectFolder, "bin/admin.ts"), ...args], { env }).catch((error) => error);
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

test("an administrator whose address is verified chooses his password by the link that is printed", async () => {
  const email = `${crypto.randomUUID()}@test.local`;
  const { stdout } = await admin("--store", store, "--name", "Ada", "--email", email);
  const [, link] = /^link +<ApiUrl>\/auth\/choose-password\?link=(\w{43}) /m.exec(stdout) ?? [];
  const { status, body } = await call(resetPassword, { body: { link, password } });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { email, isAdmin: true, emailVerified: true, hasPassword: true },
  });
  const again = await admin("--store", store, "--name", "Ada", "--email", email);
  expect(column(again.stdout, "token")).toMatch(/^gridless_acc/);
  expect(again.stdout).not.toContain("choose-password");
});

test("nobody who signed up with somebody's address becomes an administrator in his place", async () => {
  const { email } = await aNewcomer();
  const { code, stderr } = await admin("--store", store, "--name", "Ada", "--email", email);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("was never verified") });
  expect((await signInWith(email)).body).not.toHaveProperty("isAdmin");
});

test("whoever signed up and is verified becomes one, and keeps his password", async () => {
  const signedIn = await aNewcomer();
  const { email, userId } = signedIn;
  await call(verifyEmail, { signedIn, body: { link: await aLink("verifyEmail", { email, userId }) } });
  const { stdout } = await admin("--store", store, "--name", "Ada", "--email", email);
  expect(column(stdout, "user")).toBe(userId);
  expect((await signInWith(email)).body).toMatchObject({ isAdmin: true });
});

test("a check of a table without an index", async () => {
  const { tableId } = await aTable();
  const { stdout } = await admin("check", "--store", store, "--table", tableId);
  expect(stdout).toBe("the table has no index that is ready\n");
});

const needed = ["--store", "none", "--name", "A", "--email", "a@b.c"];

test.each([
  ["no options", [], 2, /^Missing option: --store <table>\. /],
  ["no address", ["--store", "x", "--name", "Ada", "--email", "ada"], 2, /^--email must be .*, not "ada"$/],
  ["no number of days", [...needed, "--days", "0"], 2, /^--days must be a number from 1 to 99999, not "0"$/],
  ["no address at all", ["--store", "x", "--name", "Ada"], 2, /^Missing option: --email <address>\. /],
  ["a check of no table", ["check", "--store", "x"], 2, /^Missing option: --table <id>\. /],
  [
    "a check of a table that is not there",
    ["check", "--store", store, "--table", "tblNot"],
    1,
    /^There is no table tblNot/,
  ],
  ["an option that is not there", ["--stor", "x"], 2, /^Unknown option --stor\. /],
  ["a store that is not there", needed, 1, /^The database does not respond; retry: /],
])("%s is one line and its exit code", async (_, args, exitCode, message) => {
  const { code, stderr } = await admin(...args);
  expect(code).toBe(exitCode);
  expect(stderr.trim()).toMatch(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("after a restore all who follow changes are reset, once for each call", async () => {
  const { owner, baseId } = await aTable();
  for (let i = 0; i < 2; i++) {
    const { cursor: since } = await changesOf(owner, baseId);
    const { stdout } = await admin("reset-followers", "--store", store);
    expect(stdout).toContain("read everything again");
    // this process would remember the former epoch for some seconds
    await readEpoch(Number.POSITIVE_INFINITY);
    const { reset, cursor } = await changesOf(owner, baseId, { since });
    expect(reset).toBe(true);
    expect(await changesOf(owner, baseId, { since: cursor })).toMatchObject({ reset: false });
  }
});

test("a person who lost the phone signs in with the password alone again; who has no second factor is named", async () => {
  const { email, userId } = await aNewcomer();
  await aSecondFactor(userId);
  expect((await signInWith(email)).status).toBe(400);
  const { stdout } = await admin("end-second-factor", "--store", store, "--email", email.toUpperCase());
  expect(stdout).toContain(`${userId}  `);
  expect((await signInWith(email)).status).toBe(200);
  const again = await admin("end-second-factor", "--store", store, "--email", email);
  expect({ code: again.code, stderr: again.stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining(`${email} has no second factor`),
  });
});
