/* How each generator makes its client, and how the client's program is run. Gives what the program prints. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#lib/registry";
import { environment } from "../test-deployed/folders.ts";
import { run } from "../test-deployed/processes.ts";
import { type Given, makeBaseDocument, makeTable } from "./base-document.ts";
import { driveFollowing } from "./following.ts";
import { folderOf, installPackages, makeOurPython, makePlaces } from "./make-places.ts";
import { driveMcp, mcpSteps } from "./mcp/clients.ts";

interface Client {
  language: string;
  /** How many steps its program takes; the twelve of README.md if left out. */
  steps?: number;
  /** What must be on PATH; a client whose program is missing is left out. */
  needs?: string;
  drive(given: Given): Promise<string>;
}

const goModule = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";

/** Drives the client of a generator with a program of programs/. */
type Drive = (given: Given, program: string) => Promise<string>;

const driveWithPython: Drive = async (given, program) => {
  const python = await makeOurPython();
  const cwd = folderOf(program.replace(".py", ""), program, "steps.py");
  await generateForPython(python, cwd, given);
  const env = { ...environment(), ...given.server };
  return run(path.join(python, "python"), [program], { name: "python-client", env, cwd });
};

async function generateForPython(python: string, cwd: string, { document, server }: Given): Promise<void> {
  const generate = ["generate", "--path", document, "--output-path", "gridless_api", "--meta", "none"];
  const said = await run(path.join(python, "openapi-python-client"), generate, {
    name: "openapi-python-client",
    env: { ...environment(), ...server },
    cwd,
  });
  // the generator leaves out what it cannot read, and says so only in its output
  if (/^(?:WARNING|ERROR|Unable)/m.test(said)) throw new Error(said);
}

/** The programs of docs/guide/python.md print what stands below them. */
async function driveGuide(given: Given): Promise<string> {
  const python = await makeOurPython();
  const cwd = folderOf("python-guide");
  await generateForPython(python, cwd, given);
  const page = readFileSync(path.join(projectFolder, "docs/guide/python.md"), "utf8");
  const examples = [...page.matchAll(/```python\n(.*?)```\s+```console\n(.*?)```/gs)];
  const env = { ...environment(), ...given.server, TABLE_ID: await makeParts(given) };
  const said: string[] = [];
  for (const [i, [, program = "", shown = ""]] of examples.entries()) {
    const name = `parts-${i + 1}`;
    writeFileSync(path.join(cwd, `${name}.py`), program);
    const printed = await run(path.join(python, "python"), [`${name}.py`], { name, env, cwd });
    if (printed.trim() !== shown.trim()) throw new Error(`the page shows:\n${shown}printed:\n${printed}`);
    said.push(`ok ${i + 1} the program ${i + 1} of docs/guide/python.md`);
  }
  return said.join("\n");
}

/** The table of docs/guide/python.md; gives its id. */
const makeParts = (given: Given) =>
  makeTable(given, {
    name: "Parts",
    fields: [
      { type: "singleLineText", name: "Code", unique: true },
      { type: "number", name: "Count" },
    ],
    records: [{ fields: { Code: "A-1", Count: 3 } }],
  });

const driveWithModels: Drive = async ({ document, server }, program) => {
  const python = await makeOurPython();
  const cwd = folderOf(program.replace(".py", ""), program, "steps.py");
  const env = { ...environment(), ...server };
  const from = ["--input", document, "--input-file-type", "openapi"];
  const into = ["--output", "gridless_models.py", "--output-model-type", "pydantic_v2.BaseModel"];
  await run(path.join(python, "datamodel-codegen"), [...from, ...into], {
    name: "datamodel-codegen",
    env,
    cwd,
  });
  return run(path.join(python, "python"), [program], { name: "models", env, cwd });
};

const driveWithTypeScript: Drive = async ({ document, server }, program) => {
  const cwd = folderOf(program.replace(".ts", ""), program);
  cpSync(path.join(import.meta.dirname, "node"), cwd, { recursive: true });
  const env = { ...process.env, ...server };
  await installPackages(cwd, env);
  const node = (name: string, args: string[]) => run(process.execPath, args, { name, env, cwd });
  await node("hey-api", ["node_modules/@hey-api/openapi-ts/bin/run.js", "-i", document, "-o", "gridless"]);
  const compilerOptions = {
    ...{ strict: true, target: "es2023", module: "esnext", moduleResolution: "bundler" },
    ...{ lib: ["es2023", "dom", "dom.iterable"], types: ["node"], skipLibCheck: true, outDir: "out" },
  };
  writeFileSync(path.join(cwd, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [program] }));
  await node("hey-api-types", ["node_modules/typescript/bin/tsc", "-p", "."]);
  const { build } = await import("esbuild");
  await build({
    entryPoints: [path.join(cwd, program)],
    outfile: path.join(cwd, "program.mjs"),
    ...{ bundle: true, platform: "node", format: "esm" },
  });
  return node("hey-api-program", ["program.mjs"]);
};

/** The document of one base, for each generator. */
async function driveBase(given: Given): Promise<string> {
  const ofBase = await makeBaseDocument(given);
  return [
    await driveWithPython(ofBase, "base_openapi_python_client.py"),
    await driveWithModels(ofBase, "base_datamodel_codegen.py"),
    await driveWithTypeScript(ofBase, "base_hey_api.ts"),
  ].join("\n");
}

/** Our own client, as npm installs it, on runtimes that the tests of it do not have. */
async function driveOnRuntimes({ server }: Given): Promise<string> {
  const cwd = folderOf("runtimes", "runtime.mjs");
  cpSync(path.join(import.meta.dirname, "runtimes"), cwd, { recursive: true });
  await run(process.execPath, ["bin/client.ts", "--out", path.join(cwd, "client")], {
    name: "client",
    env: process.env,
    cwd: projectFolder,
  });
  const env = { ...process.env, ...server };
  await installPackages(cwd, env, "./client");
  const programs = path.join(cwd, "node_modules/.bin");
  const drive = (RUNTIME: string, args: string[]) =>
    run(path.join(programs, RUNTIME), args, { name: `on-${RUNTIME}`, env: { ...env, RUNTIME }, cwd });
  const said = [
    await drive("node", ["runtime.mjs"]),
    await drive("deno", ["run", "--allow-env", "--allow-net", "runtime.mjs"]),
    await drive("bun", ["runtime.mjs"]),
  ];
  return said.join("\n");
}

async function driveWithGo({ document, server }: Given): Promise<string> {
  const cwd = folderOf("oapi-codegen", "oapi_codegen.go");
  const env = { ...process.env, ...server };
  const go = (name: string, ...args: string[]) => run("go", args, { name, env, cwd });
  mkdirSync(path.join(cwd, "gridless"));
  const output = ["-generate", "types,client", "-o", "gridless/gridless.go"];
  await go("oapi-codegen", "run", goModule, "-package", "gridless", ...output, document);
  await go("go-module", "mod", "init", "program");
  await go("go-tidy", "mod", "tidy");
  return go("go-program", "run", ".");
}

export const clients: Record<string, Client> = {
  "openapi-python-client": {
    language: "Python",
    drive: (given) => driveWithPython(given, "openapi_python_client.py"),
  },
  "python-guide": { language: "Python", steps: 2, drive: driveGuide },
  "following-guide": {
    language: "Python",
    steps: 2,
    drive: (given) => driveFollowing(given, folderOf("following-guide")),
  },
  "datamodel-codegen": {
    language: "Python",
    drive: (given) => driveWithModels(given, "datamodel_codegen.py"),
  },
  runtimes: { language: "Node 22, Deno and Bun: our own", steps: 3, drive: driveOnRuntimes },
  "hey-api": { language: "TypeScript", drive: (given) => driveWithTypeScript(given, "hey_api.ts") },
  "base-document": { language: "Python and TypeScript, of one base", steps: 9, drive: driveBase },
  mcp: {
    language: "the official clients of the Model Context Protocol, and its conformance suite",
    steps: mcpSteps,
    drive: async (given) => driveMcp(given, await makePlaces()),
  },
  "oapi-codegen": { language: "Go", needs: "go", drive: driveWithGo },
};
