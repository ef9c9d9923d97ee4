/* npm run smoke, against a server that works and ones that do not. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { runProgram } from "#test/support/requests/run-program";
import { type Server, startServer } from "#test/support/requests/server";

const data = temporaryFolder();
let server: Server;
beforeAll(async () => {
  server = await startServer(data.folder);
});
afterAll(async () => {
  await server.stop("SIGKILL");
  data.remove();
});

const smoke = (args: string[], environment: Record<string, string>) =>
  runProgram(["bin/smoke.ts", ...args], { GRIDLESS_DATA: "/nowhere", ...environment });

const bases = async () => {
  const headers = { authorization: `Bearer ${server.dev.token}` };
  return (await fetch(`${server.dev.url}/base/access/all`, { headers })).json();
};

test("each step is a line, and nothing is left", async () => {
  const before = await bases();
  const { code, stdout, stderr } = await smoke(["--url", `${server.dev.url}/`], {
    GRIDLESS_TOKEN: server.dev.token,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.trim().split("\n");
  expect(lines.at(-1)).toBe("all steps done");
  expect(lines.slice(1, -1).filter((line: string) => !/^ {2}ok {4}.+, \d+ ms$/.test(line))).toEqual([]);
  expect(lines.length).toBeGreaterThan(12);
  expect(await bases()).toEqual(before);
});

test("the server of a data folder needs no address", async () => {
  expect(await smoke([], { GRIDLESS_DATA: data.folder })).toMatchObject({ code: 0 });
});

test.each<[string, string[], Record<string, string>, RegExp]>([
  [
    "a wrong token",
    ["--url", "own"],
    { GRIDLESS_TOKEN: "gridless_accNone" },
    /^GET \/space failed with status 401/,
  ],
  [
    "no server",
    ["--url", "http://127.0.0.1:9"],
    { GRIDLESS_TOKEN: "x" },
    /^http:\/\/127\.0\.0\.1:9 cannot be reached/,
  ],
  [
    "a space that is not there",
    ["--url", "own", "--space", "spc0VLz8kd24mSa1Cw6"],
    { GRIDLESS_TOKEN: "own" },
    /^POST \/base failed with status 4/,
  ],
])("%s: the step that fails is named, and the exit code is 1", async (_, args, environment, message) => {
  const { url, token } = server.dev;
  const { code, stdout, stderr } = await smoke(
    args.map((each) => (each === "own" ? url : each)),
    {
      GRIDLESS_TOKEN: environment["GRIDLESS_TOKEN"] === "own" ? token : (environment["GRIDLESS_TOKEN"] ?? ""),
    },
  );
  expect(code).toBe(1);
  expect(stdout.trim().split("\n").at(-1)).toMatch(/^ {2}FAILS /);
  expect(stderr).toMatch(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("an address without a token is refused", async () => {
  expect(await smoke(["--url", "http://127.0.0.1:9"], { GRIDLESS_TOKEN: "" })).toEqual({
    code: 2,
    stdout: "",
    stderr: "--url needs GRIDLESS_TOKEN, an access token for that server\n",
  });
});
