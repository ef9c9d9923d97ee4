import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { handler as resetPassword } from "#functions/auth/reset-password";
import { handler as verifyEmail } from "#functions/auth/verify-email";
import { handler as listBases } from "#functions/base/list-bases";
import { readEpoch } from "#lib/data/changes/epoch";
import { projectFolder } from "#lib/registry";
import { readSwitch } from "#lib/store/write-stop/change-write-stop";
import { changesOf } from "#test/support/events/log";
import { aTable } from "#test/support/makers/makers";
import { aLink, aNewcomer, aSecondFactor, password, signInWith } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { reachableStore } from "#test/support/store/door";

const run = promisify(execFile);
const env = { ...process.env, ...(await reachableStore()), GRIDLESS_DATA: "/none" };
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

test("two calls at once for the same address make one user, and a token each", async () => {
  const email = `${crypto.randomUUID()}@test.local`;
  const both = await Promise.all(
    ["Ada", "Ida", "Eda"].map((name) => admin("--store", store, "--name", name, "--email", email)),
  );
  expect(both.map(({ stderr }) => stderr)).toEqual(["", "", ""]);
  expect(new Set(both.map(({ stdout }) => column(stdout, "user"))).size).toBe(1);
  for (const { stdout } of both)
    expect((await call(listBases, { as: { token: column(stdout, "token") } })).status).toBe(200);
});

test("several calls of the switch at once: the last one that is said is so, each is answered", async () => {
  const reasons = ["one", "two", "three"];
  const all = await Promise.all(reasons.map((each) => admin("writes", "--store", store, "--stop", each)));
  expect(all.map(({ stderr }) => stderr)).toEqual(["", "", ""]);
  const { stop } = await readSwitch();
  expect(reasons).toContain(stop?.reason);
  expect((await admin("writes", "--store", store, "--resume")).stdout).toContain("writes go on");
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
  expect(again.stdout).toContain(`app    <ApiUrl>/app  to sign in with ${email}\ncheck  GRIDLESS_TOKEN=`);
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
  ["no options", [], 2, /^Missing option: --name <name>\. /],
  [
    "no place",
    ["--name", "A", "--email", "a@b.c"],
    2,
    /^Missing option: --stack <name>, or GRIDLESS_DATA .*: \/none is none\. /,
  ],
  ["a stack of an unset variable", ["writes", "--stack", ""], 2, /^--stack is empty, and needs a value: /],
  ["two stacks", ["writes", "--stack", "a", "--stack=b"], 2, /^--stack is given twice\. /],
  ["a region of a folder", ["writes", "--region", "eu-west-1"], 2, /^--region is for --stack and --store$/],
  [
    "a time of a check",
    ["check", "--table", "tbl1", "--at", "latest"],
    2,
    /^--at is for restore, not for check\. /,
  ],
  [
    "a name of a second factor",
    ["end-second-factor", ...needed],
    2,
    /^--name is for a call without a word, not for end-second-factor\. /,
  ],
  ["a space of a switch", ["writes", "--space", "spc1"], 2, /^--space is for move-space, not for writes\. /],
  [
    "a stack of a move",
    ["move-space", "--space", "spc1", "--stack", "x"],
    2,
    /^--stack is for a call without a word, check, restore, .*, not for move-space\. /,
  ],
  [
    "a stack and its store",
    ["writes", "--stack", "a", "--store", "b"],
    2,
    /^--stack finds the table: leave out --store/,
  ],
  ["two wishes", ["writes", "--store", "x", "--stop", "a", "--show"], 2, /^--stop, --resume and --show each/],
  ["no reason", ["writes", "--store", "x", "--stop", " "], 2, /^--stop must give a reason of 1 to 200/],
  ["a reason of two lines", ["writes", "--store", "x", "--stop", "a\nb"], 2, /^--stop must give a reason/],
  [
    "a stop without its word",
    [...needed, "--resume"],
    2,
    /^--resume is for writes, not for a call without a word\. /,
  ],
  ["a restore to no time", ["restore", "--stack", "x"], 2, /^Missing option: --at <time>\. /],
  ["a restore of no stack", ["restore", "--at", "latest"], 2, /^Missing option: --stack <name>\. /],
  [
    "a restore of a table",
    ["restore", "--at", "latest", "--store", "x"],
    2,
    /^--store is for .*, not for restore\. /,
  ],
  [
    "a restore to a day",
    ["restore", "--stack", "x", "--at", "2026-11-20"],
    2,
    /^--at must be "latest" or a time like 2026-11-20T08:00:00Z, not "2026-11-20"$/,
  ],
  [
    "a restore to no day",
    ["restore", "--stack", "x", "--at", "2026-02-30T25:00:00Z"],
    2,
    /^--at must be "latest" or a time/,
  ],
  [
    "a restore to a day that its month has not",
    ["restore", "--stack", "x", "--at", "2026-02-30T08:00:00Z"],
    2,
    /^--at must be "latest" or a time/,
  ],
  [
    "a restore to the future",
    ["restore", "--stack", "x", "--at", "2999-01-01T00:00:00Z"],
    2,
    /^--at must be in the past/,
  ],
  ["a time without its word", [...needed, "--at", "latest"], 2, /^--at is for restore, not for a call/],
  ["no address", ["--store", "x", "--name", "Ada", "--email", "ada"], 2, /^--email must be .*, not "ada"$/],
  [
    "two addresses",
    ["--store", "x", "--name", "A", "--email", "a@b.c,d@e.f"],
    2,
    /^--email must be an e-mail/,
  ],
  ["a name of spaces", ["--store", "x", "--name", " ", "--email", "a@b.c"], 2, /^--name must not be empty$/],
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
  ["a store that is not there", needed, 1, /^AWS has no table none there: /],
  ["a store that cannot be", ["writes", "--store", "a b;$(c)"], 1, /^AWS refuses: /],
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

describe("a stack is found by its name", () => {
  const outputs = { StoreName: store, ApiUrl: "https://a.example.org/?x=1&y=2", Region: "eu-central-1" };

  /** CloudFormation, which answers so and keeps what it was asked. */
  async function cloudFormation(answer: (stack: string) => { status: number; body: string }) {
    const asked: { authorization: string; body: string }[] = [];
    const server = createServer(async (request, response) => {
      const body = await text(request);
      asked.push({ authorization: request.headers.authorization ?? "", body });
      const { status, body: xml } = answer(new URLSearchParams(body).get("StackName") ?? "");
      response.writeHead(status, { "content-type": "text/xml" }).end(xml);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const more = { AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${port}`, ...credentials };
    const ask = (...args: string[]) =>
      run(process.execPath, [path.join(projectFolder, "bin/admin.ts"), ...args], {
        env: { ...env, ...more },
      }).catch((error) => error);
    return { asked, ask };
  }
  const credentials = { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "secret" };

  const shown = (
    all: Record<string, string>,
  ) => `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>
    <StackName>gridless-main</StackName><Description>&lt;Outputs&gt;</Description>
    <Outputs>${Object.entries(all)
      .map(
        ([name, value]) =>
          `<member><Description>For ${name}</Description><OutputKey>${name}</OutputKey><OutputValue>${value.replaceAll("&", "&amp;")}</OutputValue></member>`,
      )
      .join("\n")}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;

  test("its table is taken, and its address is put before the link; the request is signed for the region", async () => {
    const { asked, ask } = await cloudFormation(() => ({ status: 200, body: shown(outputs) }));
    const email = `${crypto.randomUUID()}@test.local`;
    const who = ["--name", "Ada", "--email", email];
    const { stdout } = await ask("--stack", "gridless-main", "--region", "eu-central-1", ...who);
    expect(column(stdout, "token")).toMatch(/^gridless_acc/);
    expect(column(stdout, "link")).toMatch(/^https:\/\/a\.example\.org\/\?x=1&y=2\/auth\/choose-password/);
    expect(stdout).toContain("npm run smoke -- --url https://a.example.org/?x=1&y=2\n");
    expect(asked).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
      Action: "DescribeStacks",
      Version: "2010-05-15",
      StackName: "gridless-main",
    });
    expect(asked[0]?.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/cloudformation\/aws4_request, .*Signature=[\da-f]{64}$/,
    );
  });

  test.each([
    [
      "a stack that is not there",
      400,
      "<ErrorResponse><Error><Code>ValidationError</Code><Message>Stack with id x does not exist</Message></Error></ErrorResponse>",
      /^CloudFormation in eu-west-1 refuses to show the stack x: Stack with id x does not exist\n$/,
    ],
    [
      "a stack of something else",
      200,
      shown({ Other: "1" }),
      /^the stack x has no output StoreName: is it one/,
    ],
    ["a stack without outputs", 200, "<DescribeStacksResponse/>", /^the stack x has no output StoreName/],
    ["what is no XML", 500, "oh", /^CloudFormation in eu-west-1 refuses to show the stack x: 500\n$/],
  ])("%s is one line", async (_, status, body, line) => {
    const { ask } = await cloudFormation(() => ({ status, body }));
    const { code, stderr } = await ask("writes", "--stack", "x", "--region", "eu-west-1");
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(line) });
  });

  test("an answer that is cut off, an address that is none, and a profile that is none are one line", async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-length": "1000" }).write("<Describe", () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const ask = async (more: object) => {
      const args = ["writes", "--stack", "x", "--region", "eu-west-1"];
      const options = { env: { ...env, ...credentials, ...more } };
      return (
        await run(process.execPath, [path.join(projectFolder, "bin/admin.ts"), ...args], options).catch(
          (error) => error,
        )
      ).stderr;
    };
    const cut = { AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${port}` };
    expect(await ask(cut)).toMatch(/^CloudFormation in eu-west-1 does not answer: [^\n]+\n$/);
    const none = { AWS_ENDPOINT_URL_CLOUDFORMATION: "nowhere" };
    expect(await ask(none)).toBe('AWS_ENDPOINT_URL_CLOUDFORMATION must be an address, not "nowhere"\n');
    const files = { AWS_CONFIG_FILE: "/dev/null", AWS_SHARED_CREDENTIALS_FILE: "/dev/null" };
    const profile = { ...files, AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "", AWS_PROFILE: "none-such" };
    expect(await ask(profile)).toMatch(/: the profile is none-such\n$/);
  });

  test("without credentials nothing is asked", async () => {
    const none = { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "", AWS_PROFILE: "" };
    const { code, stderr } = await run(
      process.execPath,
      [path.join(projectFolder, "bin/admin.ts"), "writes", "--stack", "x", "--region", "eu-west-1"],
      { env: { ...env, ...none, AWS_CONFIG_FILE: "/dev/null", AWS_SHARED_CREDENTIALS_FILE: "/dev/null" } },
    ).catch((error) => error);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/set AWS_PROFILE, or give --region/),
    });
  });
});

test("writes are stopped in a store, shown, and go on", async () => {
  const said = async (...args: string[]) => (await admin("writes", "--store", store, ...args)).stdout;
  expect(await said()).toBe("writes go on\n");
  const stopped = await said("--stop", "we look into it");
  expect(stopped).toMatch(
    /^writes are stopped since 20.*Z, until --resume: we look into it\n.*within a minute\n$/,
  );
  try {
    expect(await readSwitch()).toMatchObject({ stop: { reason: "we look into it" } });
    expect(await said("--show")).toBe(`${stopped.split("\n", 1)[0]}\n`);
  } finally {
    expect(await said("--resume")).toMatch(/^writes go on\n/);
  }
  expect((await readSwitch()).stop).toBeUndefined();
});
