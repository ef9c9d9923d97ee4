/* @gridless/client as a package: packed, installed into an empty folder, run by each Node that is here, checked by the compiler. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import { blocksOf, readDocument } from "#test/docs/support/documents";
import { quickStart, runBlocks } from "#test/docs/support/examples";
import { readPartsCopy } from "#test/support/read-parts-copy";
import { type ClientWorld, clientWorld } from "./support/client-world.ts";

const run = promisify(execFile);

/** The Node of this project, and those of the machine, by their versions. */
async function findNodes(): Promise<[version: string, program: string][]> {
  const own = path.join(projectFolder, "node_modules");
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((each) => !each.startsWith(own));
  const programs = [process.execPath, ...folders.map((each) => path.join(each, "node")).filter(existsSync)];
  const versions = await Promise.all(
    programs.map(async (program) => (await run(program, ["--version"])).stdout.trim()),
  );
  return [...new Map(versions.map((version, i) => [version, programs[i] ?? ""]))];
}
const nodes = await findNodes();

let world: ClientWorld;
let built = "";
let project = "";
/** In the empty project, without the network. */
const npm = (...args: string[]) =>
  run("npm", [...args, "--offline", "--no-audit", "--no-fund", "--cache", path.join(world.folder, "cache")], {
    cwd: project,
  });

beforeAll(async () => {
  world = await clientWorld();
  built = path.join(world.folder, "client");
  project = path.join(world.folder, "project");
  mkdirSync(project);
  await run(process.execPath, ["bin/client.ts", "--out", built], { cwd: projectFolder });
  const { stdout } = await run("npm", ["pack", built, "--json", "--pack-destination", world.folder], {
    cwd: project,
  });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  writeFileSync(path.join(project, "package.json"), '{ "private": true, "type": "module" }');
  await npm("install", path.join(world.folder, packed?.filename ?? ""));
});
afterAll(() => world.end());

const write = (name: string, text: string) => writeFileSync(path.join(project, name), text);

test("it has at most 12 kB with gzip, no dependency, a license and a README whose calls are there", () => {
  const read = (name: string) => readFileSync(path.join(built, name), "utf8");
  expect(gzipSync(read("index.js")).length).toBeLessThanOrEqual(12_000);
  const manifest = JSON.parse(read("package.json")) as Record<string, unknown>;
  expect(manifest).toMatchObject({ name: "@gridless/client", license: "MIT" });
  expect(Object.keys(manifest).filter((key) => /ependencies/.test(key))).toEqual([]);
  expect(read("LICENSE")).toContain("MIT License");
  const types = ["table", "list", "index"].map((file) => read(`types/${file}.d.ts`)).join("\n");
  const calls = [...read("README.md").matchAll(/^\| `(?:db\.)?(\w+)\(|`\.(\w+)\(/gm)].map(
    ([, a, b]) => a ?? b,
  );
  expect(calls.length).toBeGreaterThan(10);
  expect(calls.filter((name) => !new RegExp(`\\b${name}[<(]`).test(types))).toEqual([]);
});

describe.each(nodes)("%s", (_, program) => {
  const work = `
const db = gridless({ url: process.env.URL, token: process.env.TOKEN });
const table = db.base(process.env.BASE).table(process.env.TABLE);
const made = await table.create(Array.from({ length: 1500 }, (_, i) => ({ Name: "Row " + i, Age: i })));
await table.update({ id: made[0].id, fields: { Born: "2026-12-01" } });
const names = [];
for await (const { fields } of table.list({ take: 700 })) names.push(fields.Name);
const wrong = await table.create({ Age: "old" }).catch((error) => error);
const file = await db.upload(new Blob(["Hello"], { type: "text/plain" }), { name: "hello.txt" });
// Node 20 has no sockets: it polls
const follow = () => new Promise((resolve, reject) => {
  const wanted = globalThis.WebSocket ? "live" : "polling";
  const told = [];
  let made;
  const end = () => {
    if (!made || !told.includes(made.id)) return;
    watching.close();
    watching.done.then(() => resolve(watching.state === wanted), reject);
  };
  const watching = db.base(process.env.BASE).watch({
    tables: [process.env.TABLE],
    onReset: () => {},
    onChanges: (changes) => { told.push(...changes.map(({ recordId }) => recordId)); end(); },
    onState: async (state) => { if (state === wanted) { made = await table.create({ Name: "Followed" }); end(); } },
  });
  watching.done.catch(reject);
});
console.log(JSON.stringify({
  names: names.length,
  born: (await table.list().first()).fields.Born,
  wrong: [wrong instanceof GridlessError, wrong.status, wrong.issues[0].path],
  undone: [await table.undo(), await table.undo(), await table.list().count()],
  file: file.size,
  followed: await follow(),
}));
`;
  test.each([
    ["work.mjs", `import { gridless, GridlessError } from "@gridless/client";${work}`],
    [
      "work.cjs",
      `const { gridless, GridlessError } = require("@gridless/client");(async () => {${work}})();`,
    ],
  ])("%s lists, writes, undoes, uploads and follows", async (name, text) => {
    write(name, text);
    const { name: table } = await world.makeTable();
    const env = { URL: world.url, TOKEN: world.token, BASE: world.baseId, TABLE: table };
    const { stdout, stderr } = await run(program, [name], { cwd: project, env });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      names: 1500,
      born: "2026-12-01",
      wrong: [true, 400, "records[0].fields.Age"],
      undone: [true, true, 0],
      file: 5,
      followed: true,
    });
  });
});

describe.each(nodes)("the command on %s", (_, program) => {
  test("is installed, creates and lists, and reads CSV", async () => {
    const { name } = await world.makeTable();
    const command = path.join(project, "node_modules/.bin/gridless");
    const env = {
      ...{ PATH: process.env["PATH"], HOME: world.folder },
      ...{ GRIDLESS_URL: world.url, GRIDLESS_TOKEN: world.token, GRIDLESS_BASE: world.baseId },
    };
    const gridless = async (...args: string[]) => {
      const { stdout, stderr } = await run(program, [command, ...args], { cwd: project, env });
      expect(stderr).toBe("");
      return stdout;
    };
    write("people.csv", "Name,Age,Born\nAda,36,1815-12-10\n");
    expect(await gridless("records", "create", name, "people.csv")).toBe("Created 1 record\n");
    expect(await gridless("records", "list", name, "--csv")).toMatch(
      /^id,Name,Age,Born,No\r\nrec\w+,Ada,36,1815-12-10,1\r\n$/,
    );
    expect(await gridless("export", name)).toMatch(/^Name,Age,Born,No\r\nAda,36,/);
    expect(JSON.parse(await gridless("bases", "--json"))).toHaveLength(1);
  });
});

/** What the compiler says about these files. */
async function check(files: Record<string, string>, types: string[] = []): Promise<string> {
  for (const [name, text] of Object.entries(files)) write(name, text);
  const modules = path.join(projectFolder, "node_modules");
  const compilerOptions = {
    ...{ module: "nodenext", target: "es2022", strict: true, noEmit: true, skipLibCheck: types.length > 0 },
    ...{ types, typeRoots: [path.join(modules, "@types")], allowImportingTsExtensions: true },
  };
  write("tsconfig.json", JSON.stringify({ compilerOptions, files: Object.keys(files) }));
  const compiler = path.join(modules, "typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [compiler, "-p", project]).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

/** What a program prints, line by line. */
async function runProgram(name: string, text: string, env: Record<string, string>): Promise<string[]> {
  write(name, text);
  const { stdout } = await run(process.execPath, [name], { cwd: project, env });
  return stdout.trimEnd().split("\n");
}
const blocksIn = (file: string, language: string) =>
  blocksOf(readDocument(file)).flatMap((block) => (block.language === language ? [block.code] : []));

describe("the documents", () => {
  // the quick start makes the table of the README
  beforeAll(async () => {
    const { folder, url, token, baseId } = world;
    writeFileSync(path.join(folder, "dev.json"), JSON.stringify({ url, token, baseId }));
    const commands = [
      quickStart.replace(".gridless/dev.json", "dev.json"),
      ...blocksIn("docs/guide/client.md", "sh"),
    ];
    await runBlocks(commands, folder);
  });

  test("the program of the guide prints what its comments say, and compiles", async () => {
    const text = blocksIn("docs/guide/client.md", "ts").join("\n");
    const env = { GRIDLESS_URL: world.url, GRIDLESS_TOKEN: world.token, GRIDLESS_BASE: world.baseId };
    const said = [...text.matchAll(/; \/\/ (.*)$/gm)].map(([, each]) => each);
    expect(said.length).toBeGreaterThan(8);
    expect(await runProgram("guide.mts", text, env)).toEqual(said);
    expect(await check({ "guide.mts": text }, ["node"])).toBe("");
  });

  test("the program of the README goes on after the quick start", async () => {
    const [text = ""] = blocksIn("README.md", "ts");
    const program = text.replace("\n\n", "\nconst { URL: url, TOKEN: token, BASE: baseId } = process.env;\n");
    const env = { URL: world.url, TOKEN: world.token, BASE: world.baseId };
    const printed = await runProgram("readme.mjs", program, env);
    expect(printed).toEqual(["Write 2026-12-01", "Ship undefined", "Test 2026-12-02"]);
  });
});

describe("the copy of a table that the guide makes", () => {
  test("it equals the table, and goes on where it was when it was killed", async () => {
    const { name } = await world.makeTable();
    const [, text = ""] = blocksIn("docs/guide/following.md", "ts");
    expect(text).toContain("parts.db");
    expect(await check({ "copy.mts": text }, ["node"])).toBe("");
    write("copy.mjs", stripTypeScriptTypes(text.replaceAll('"Parts"', JSON.stringify(name))));
    const env = { GRIDLESS_URL: world.url, GRIDLESS_TOKEN: world.token, GRIDLESS_BASE: world.baseId };
    const ids: string[] = [];
    for (let run = 0; run < 3; run++) {
      const rows = Array.from({ length: 10 }, (_, i) => ({ Name: `Row ${run} ${i}`, Age: i }));
      const made = await world.base.table(name).create(rows);
      const [first, second] = made;
      await world.base.table(name).update({ id: second?.id ?? "", fields: { Age: 100, Name: null } });
      await world.base.table(name).delete([first?.id ?? "", ...ids.slice(0, 1)]);
      ids.splice(0, 1, ...made.slice(1).map(({ id }) => id));
      const started = spawn(process.execPath, ["copy.mjs"], {
        cwd: project,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let said = "";
      for (const stream of [started.stdout, started.stderr])
        stream.on("data", (chunk) => {
          said += chunk;
        });
      try {
        while (JSON.stringify(copied()) !== JSON.stringify(await listed(name))) {
          if (started.exitCode !== null) expect.fail(`it ended: ${said}`);
          await wait(50);
        }
      } finally {
        started.kill("SIGKILL");
      }
      await once(started, "exit");
    }
    expect(copied()).toHaveLength(10 + 10 + 10 - 5);
  });

  const listed = async (name: string) =>
    (await world.base.table(name, { keys: "id", dates: "moments" }).list().all())
      .map(({ id, fields }) => [id, fields])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));

  const copied = () => readPartsCopy(path.join(project, "parts.db"));
});

describe("its types, with those of npm run types", () => {
  test("cells, requests, filters and results have the types of their fields", async () => {
    const choices = [{ name: "open" }, { name: "done" }];
    const { name, id } = await world.makeTable([
      { type: "singleSelect", name: "State", options: { choices } },
      { type: "user", name: "Who", options: { isMultiple: true } },
      { type: "attachment", name: "Files" },
    ]);
    const types = path.join(project, "base.ts");
    const env = { ...process.env, GRIDLESS_URL: world.url, GRIDLESS_TOKEN: world.token };
    await run(process.execPath, ["bin/types.ts", world.baseId, "--out", types], { cwd: projectFolder, env });
    const own = `People${name.replace("People ", "")}`;
    const use = `
import { type ClientRecord, GridlessError, gridless } from "@gridless/client";
import type { Tables, ${own} as People, ${own}Sent as PeopleSent } from "./base.ts";

const db = gridless({ url: "http://127.0.0.1:3000", token: "x" });
const byName = db.base<Tables>("bse").table("${name}");
const byId = db.base<Tables>("bse").table("${id}");
const own = db.base("bse").table<People>("${name}");
const any = db.base("bse").table("Any");
for (const table of [byName, byId]) {
  const made: ClientRecord<People>[] = await table.create([{ Name: "Ada", State: "open" } satisfies PeopleSent]);
  const one: ClientRecord<People> = await table.create({ Name: "Ada", Age: null, Who: [{ id: "usr1" }] });
  const state: "open" | "done" | undefined = made[0]?.fields.State ?? one.fields.State;
  await table.update([{ id: "rec1", fields: { State: state ?? null } }]);
  const { created } = await table.upsert([{ Name: "Ada" }], { on: ["Name"] });
  for await (const { fields } of table.list({
    filter: { conjunction: "and", filterSet: [{ fieldId: "Age", operator: "isGreater", value: 3 }] },
    orderBy: [{ fieldId: "Born", order: "asc" }],
    projection: ["Name"],
  })) console.log(fields.Name?.length, created);
  // @ts-expect-error no such choice
  await table.create({ State: "closed" });
  await table.create(new Set([{ Name: "Ada" }]));
  // @ts-expect-error no such field, beside one that there is
  await table.create([{ Name: "Ada", Nam: "Ada" }]);
  // @ts-expect-error no such field, in a list
  await table.create([{ Nam: "Ada" }]);
  // @ts-expect-error no such field to find records by
  await table.upsert([{ Name: "Ada" }], { on: ["Nam"] });
  // @ts-expect-error numbers do not contain
  table.list({ filter: { conjunction: "and", filterSet: [{ fieldId: "Age", operator: "contains", value: 3 }] } });
  // @ts-expect-error no such field to sort by
  table.list({ orderBy: [{ fieldId: "Agee", order: "asc" }] });
}
// @ts-expect-error no such table
db.base<Tables>("bse").table("Peple");

const file = await db.upload("text", { name: "a.txt" });
await own.create({ Name: "Ada", Age: 3, Who: [{ id: "usr1" }], Files: [file], State: null });
const read = await own.list({ orderBy: [{ fieldId: "Age", order: "desc" }] }).first();
if (read) await own.update(read);
await byName.create({ Files: [file] });
// @ts-expect-error no number
await own.create({ Age: "old" });
await any.create([{ Whatever: 1 }, { Else: [true] }]);
try {
  await any.delete(["rec1"], { signal: AbortSignal.timeout(1000), key: "k" });
} catch (error) {
  if (error instanceof GridlessError) console.log(error.status, error.code, error.issues[0]?.path, error.done?.rows);
}
`;
    const required = `
import client = require("@gridless/client");
export const age: Promise<number> = client.gridless({ url: "http://x", token: undefined }).base("b").table("t").list().count();
`;
    expect(await check({ "use.ts": use, "use.cts": required })).toBe("");
  });
});
