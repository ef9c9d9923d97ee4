/* What every command in bin/ has in common: its help, and that it refuses what it does not know. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import { everyOf, isWhole } from "#test/support/run/sample";

interface Exit {
  code: number;
  stdout: string;
  stderr: string;
}

async function run(file: string, args: string[]): Promise<Exit> {
  const exit = promisify(execFile)(file, args, { cwd: projectFolder, timeout: 55_000 });
  return exit.then(
    (said) => ({ code: 0, ...said }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

interface Row {
  program: string;
  /** What the help must name, with its default where there is one. */
  names: (string | RegExp)[];
  /** Words that it takes, before one that it does not. */
  words?: string[];
  /** What is said of an unknown word. */
  known?: string;
}

const sections =
  "imports, cell, hostile, hostile-work, hostile-files, tables, start, notifications, engines, links, lookups, fairness, formulas, conversions, backups, indexes, packed, changes, whole, web, values, handlers, units, hostile-calls, throughput, batches";

const generators =
  "openapi-python-client, python-guide, following-guide, datamodel-codegen, runtimes, hey-api, base-document, mcp, oapi-codegen";

const commands: Record<string, Row> = {
  "npm start": {
    program: "bin/serve.ts",
    names: [
      "--memory",
      "--parent <pid>",
      "--partition-limits",
      "--backup-every <time>",
      /PORT .*3000/,
      /HOST .*127\.0\.0\.1/,
      /GRIDLESS_DATA .*\.gridless/,
      /LOG .*json/,
      "GRIDLESS_OIDC_ISSUER",
    ],
  },
  "npm run demo": {
    program: "bin/demo.ts",
    names: ["--table <id>", "--no-copy", "--no-wait", "GRIDLESS_URL", "GRIDLESS_TOKEN"],
  },
  "npm run demo:linked": { program: "bin/demo-linked.ts", names: ["GRIDLESS_URL", "GRIDLESS_TOKEN"] },
  "npm run bench": { program: "bin/bench.ts", names: sections.split(", "), known: sections },
  "npm run test:deployed": {
    program: "bin/test-deployed.ts",
    names: ["python3", /--part <number\/of> .*1\/6/],
  },
  "npm run test:clients": {
    program: "bin/test-clients.ts",
    names: ["python3", ...generators.split(", "), /oapi-codegen .*left out if go/],
    known: generators,
  },
  "npm run lint:stack": { program: "bin/lint-stack.ts", names: ["cdk.out", "W3005", "python3"] },
  "npm run screenshots": {
    program: "bin/screenshots.ts",
    names: ["[part]", "--look <look>", /--out <folder> .*\(default \.bundle\/screenshots\)/],
    words: ["kanban"],
  },
  "npm run test:load": {
    program: "bin/test-load.ts",
    names: [
      /--seconds <number> .*\(default 60\)/,
      /--clients <number> .*\(default 32\)/,
      "--import",
      /--records <number> .*\(default 1000000\)/,
    ],
  },
  "npm run trace": {
    program: "bin/trace.ts",
    names: ["[route]", "--names", "--json"],
    words: ["GET /table/{tableId}/record"],
  },
  "npm run partitions": {
    program: "bin/partitions.ts",
    names: ["[file]", "--json", "bin/partitions/scenarios"],
    words: ["bin/partitions/scenarios/one-base.json"],
  },
  "npm run types": {
    program: "bin/types.ts",
    names: ["<baseId>", /--keys <type> .*dbFieldName/, "--out <file>", "GRIDLESS_URL", "GRIDLESS_TOKEN"],
    words: ["bse4mSa1Cw6nZ8tQ0Yh"],
  },
  "npm run client": { program: "bin/client.ts", names: [/--out <folder> .*\(default dist\/client\)/] },
  "npm run store": {
    program: "bin/store.ts",
    names: [
      /--port <number> .*\(default 8000\)/,
      "--write",
      "--reset-followers",
      "--end-second-factor",
      "--backup",
      "--restore <folder>",
      "--memory",
      /GRIDLESS_DATA .*\.gridless/,
    ],
    words: ["tbl4mSa1Cw6nZ8tQ0Yh", "rec00000001QxB7mTz1"],
  },
  "npm run smoke": { program: "bin/smoke.ts", names: ["--url <address>", "--space <id>", "GRIDLESS_TOKEN"] },
  "npm run admin": {
    program: "bin/admin.ts",
    names: [
      "--stack <name>",
      "--store <table>",
      "--name",
      "--email",
      /--days .*\(default 90\)/,
      ...["--at <time>", "--target <table>"],
      "--stop <reason>",
      "AWS_REGION",
      ...["--space <id>", "--from <folder>", "--to <folder>", "--cancel", "--remove", "--early"],
    ],
    words: ["check"],
    known: "check, restore, reset-followers, end-second-factor, writes, move-space",
  },
  "npm run openapi": { program: "bin/openapi.ts", names: ["[file]"], words: ["openapi.json"] },
  "npm run docs": { program: "bin/docs.ts", names: ["[file]"], words: ["docs.html"] },
  "npm run cost": { program: "bin/cost.ts", names: [] },
};

test("every script that runs a program of bin/ is here, and gives its signals and Node's version to it", () => {
  const { scripts } = JSON.parse(readFileSync(path.join(projectFolder, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const ours = Object.entries(scripts).filter(([, script]) => / bin\//.test(script));
  const programs = Object.fromEntries(
    ours.map(([name, script]) => [
      name === "start" ? "npm start" : `npm run ${name}`,
      /^(?:MALLOC_ARENA_MAX=1 )?exec node .*--require \.\/bin\/require-node-24\.cjs(?: --require \S+)* (bin\/[\w-]+\.ts)/.exec(
        script,
      )?.[1],
    ]),
  );
  const rows = Object.entries(commands).map(([name, { program }]) => [name, program]);
  expect(programs).toEqual(Object.fromEntries(rows));
});

test("a cdk that another Node runs says which one is needed", () => {
  const { app } = JSON.parse(readFileSync(path.join(projectFolder, "cdk.json"), "utf8")) as { app: string };
  expect(app).toBe("node --require ./bin/require-node-24.cjs bin/app.ts");
});

describe.each(Object.entries(commands))("%s", (name, { program, names, words = [], known }) => {
  const command = (...args: string[]) => run(process.execPath, [program, ...args]);

  test("--help prints what it takes and does nothing", async () => {
    const { code, stdout, stderr } = await command("--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const text of [`Usage: ${name}`, "--help", "Examples:", ...names]) expect(stdout).toMatch(text);
    expect(stdout.split("\n").filter((line) => line.length > 120)).toEqual([]);
  });

  const refused: [string[], string][] = [
    [["--unknown"], "Unknown option --unknown"],
    [[...words, "unitz"], `Unknown word "unitz"${known ? `; the words are ${known}` : ""}`],
  ];
  // each starts a process, so it is one of them, unless all is tested
  test.each(everyOf(refused, isWhole ? 1 : 4, names.length))("%j is refused", async (args, message) => {
    const help = name.startsWith("npm ") ? `${name} -- --help` : `${name} --help`;
    const stderr = `${message}. ${help} shows what it takes\n`;
    expect(await command(...args)).toEqual({ code: 2, stdout: "", stderr });
  });
});

test.each([
  ["bin/demo.ts", ["-x"], "Unknown option -x"],
  ["bin/demo.ts", ["--constructor"], "Unknown option --constructor"],
  ["bin/demo.ts", ["--table"], "--table needs a value: --table <id>"],
  ["bin/demo.ts", ["--table", "--help2"], "--table needs a value: --table <id>"],
  ["bin/serve.ts", ["--memory=yes"], "--memory takes no value"],
  ["bin/serve.ts", ["--backup-every", "soon"], 'for example 30m, 24h or 7d, not "soon"'],
  ["bin/serve.ts", ["--backup-every", "1d", "--memory"], "leave out --backup-every"],
  ["bin/store.ts", ["--backup", "a", "b"], "--backup takes one new folder at most"],
  ["bin/store.ts", ["--restore", "a", "b"], "--restore takes its folder, and nothing else"],
  ["bin/test-load.ts", ["--seconds", "0"], '--seconds must be a number from 1 to 9999, not "0"'],
  ["bin/test-deployed.ts", ["--part", "5/4"], 'for example 1/4 to 4/4, not "5/4"'],
])("%s %j: exit code 2", async (program, args, message) => {
  const { code, stdout, stderr } = await run(process.execPath, [program, ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("help has priority over everything else", async () => {
  const [long, short] = await Promise.all(
    [["--help"], ["--unknown", "-h"]].map((args) => run(process.execPath, ["bin/serve.ts", ...args])),
  );
  expect(short).toEqual(long);
});

test("npm passes arguments and the exit code on", async () => {
  expect(await run("npm", ["run", "bench", "--", "unitz"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Unknown word "unitz"'),
  });
  expect(await run("npm", ["start", "--", "--help"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Usage: npm start"),
  });
});

test("openapi: a file that cannot be written is one line", async () => {
  const { code, stderr } = await run(process.execPath, ["bin/openapi.ts", "/proc/none/openapi.json"]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^\/proc\/none\/openapi\.json cannot be written: .*\n$/),
  });
});
