/* An operator of one machine: the start says what is open and what is kept, and npm run admin works on the data folder. */
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { refuseMisspelt } from "#lib/local/process/misspelt-variables";
import { UsageError } from "#lib/local/process/start-error";
import { restoreCommand } from "#lib/local/store/copies/copies";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import { runProgram } from "#test/support/requests/run-program";
import { type Server, startServer } from "#test/support/requests/server";

test("an administrator with an address of their own is made while the server is stopped, and the token opens it then", async () => {
  const { folder, remove } = temporaryFolder();
  let server: Server | undefined;
  onTestFinished(async () => {
    await server?.stop("SIGKILL");
    remove();
  });
  const data = join(folder, "data");
  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await runProgram(args, { GRIDLESS_DATA: data });
    return { code, said: code === 0 ? stdout : stderr };
  };
  const who = ["--name", "Ada", "--email", "ada@example.org"];

  server = await startServer(data, { HOST: "0.0.0.0", GRIDLESS_SIGN_UP: "" }, ["--backup-every", "24h"]);
  const line = "  sign-up   open to everyone who reaches this machine; GRIDLESS_SIGN_UP=invitation lets in";
  expect(server.output()).toContain(`copies    every 24h in ${data}/backups; the seven newest are kept\n`);
  expect(server.output()).toContain(line);
  const { url } = server.dev;
  const refused = await command("bin/admin.ts", ...who);
  expect(refused).toEqual({ code: 1, said: expect.stringContaining("is in use by another Gridless: stop") });
  const { said: copied } = await command("bin/store.ts", "--backup");
  expect(copied).toMatch(/; GRIDLESS_DATA=(\S+) npm run store -- --restore \1\/backups\/\S+ puts it back\n$/);
  await server.stop("SIGTERM");

  const { code, said } = await command("bin/admin.ts", ...who);
  expect({ code, first: said.split("\n", 1)[0] }).toEqual({ code: 0, first: `the data folder ${data}:` });
  expect(said).toContain(`link   ${url}/auth/choose-password?link=`);
  const token = /^token +(\S+)/m.exec(said)?.[1];
  expect(await command("bin/admin.ts", "end-second-factor", "--email", "ada@example.org")).toEqual({
    code: 1,
    said: "ada@example.org has no second factor\n",
  });

  server = await startServer(data, { HOST: "0.0.0.0", GRIDLESS_SIGN_UP: "open" });
  expect(server.output()).not.toContain(line);
  const response = await fetch(`${server.dev.url}/auth/user`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await response.json()).toMatchObject({ name: "Ada", email: "ada@example.org" });
});

test("a folder that cannot be looked into, as one of another user, is named in one line", async () => {
  const { folder, remove } = temporaryFolder();
  onTestFinished(remove);
  // permissions do not stop every user; a link to itself does
  const closed = join(folder, "closed");
  symlinkSync(closed, closed);
  for (const args of [["writes"], ["--name", "Ada", "--email", "ada@example.org"]]) {
    const { code, stderr } = await runProgram(["bin/admin.ts", ...args], { GRIDLESS_DATA: closed });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^the data folder \S+ cannot be used: ELOOP: .*; set GRIDLESS_DATA .*\n$/,
      ),
    });
  }
});

test("names like those of npm start are refused; others, also of other commands, are not", () => {
  const known = ["PORT", "GRIDLESS_SIGN_UP", "GRIDLESS_DATA", "GRIDLESS_STORE"];
  const ours = (name: string) => `GRIDLESS_${name}`;
  const check = (...names: string[]) =>
    refuseMisspelt(Object.fromEntries(names.map((name) => [name, "x"])), known);
  for (const name of [...["SIGNUP", "SING_UP", "PORT"].map(ours), "gridless_sign_up", "GRIDLES_DATA"])
    expect(() => check(name), name).toThrow(UsageError);
  check(...known, "GRIDLESS_BASE", "GRIDLESS_TEST_SHARED", ours("SOMETHING_ELSE"), "GRID", "DATA");
  // of the machine, of a container, of a pipeline, of a link of Docker
  check(
    ...["HOME", "DIR", "PATH", "TAG", "SHA", "NODE", "NAME", "ENV_TERM"].map(ours),
    ours("STORE_SERVICE_HOST"),
  );
  // as Kubernetes sets it, where a service has our name
  refuseMisspelt({ [ours("PORT")]: "tcp://10.0.0.11:3000", [ours("SERVICE_HOST")]: "10.0.0.11" }, known);
});

test("every variable of the page of settings may stand in the environment of npm start", async () => {
  const settings = readFileSync(join(projectFolder, "docs/operations/settings.md"), "utf8");
  const names = new Set(settings.match(/GRIDLESS_[A-Z]+(?:_[A-Z]+)*/g));
  expect(names.size).toBeGreaterThan(50);
  const { stdout: help } = await runProgram(["bin/serve.ts", "--help"]);
  const known = help.match(/^ {2}[A-Z][A-Z_]+/gm)?.map((name) => name.trim()) ?? [];
  refuseMisspelt(Object.fromEntries([...names].map((name) => [name, "x"])), known);
  const start = settings.slice(settings.indexOf("### Read by `npm start`"));
  const rows = start.slice(0, start.indexOf("### Who may call")).match(/^\| `GRIDLESS_[A-Z_]+/gm) ?? [];
  expect(rows.map((row) => row.slice(3)).filter((name) => !known.includes(name))).toEqual([]);
});

test("the way back names the data folder, unless it is the one that is meant anyway", () => {
  expect(restoreCommand(join(process.cwd(), ".gridless"), "/a/b")).toBe("npm run store -- --restore /a/b");
  expect(restoreCommand("/data/it's", "/a b")).toBe(
    "GRIDLESS_DATA='/data/it'\\''s' npm run store -- --restore '/a b'",
  );
});
