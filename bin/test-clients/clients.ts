/* How each generator makes its client, and how the client's program is run. Gives what the program prints. */
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Environment, environment, folders } from "../test-deployed/folders.ts";
import { run } from "../test-deployed/processes.ts";
import { makePython } from "../test-deployed/python.ts";

export interface Given {
  /** The file of the document. */
  document: string;
  /** Where the server is, and a token: for the programs. */
  server: Environment;
}

interface Client {
  language: string;
  /** What must be on PATH; a client whose program is missing is left out. */
  needs?: string;
  drive(given: Given): Promise<string>;
}

const programs = path.join(import.meta.dirname, "programs");
const goModule = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";

/** A new folder with files of programs/. */
function folderOf(name: string, ...files: string[]): string {
  const folder = path.join(folders.run, name);
  mkdirSync(folder, { recursive: true });
  for (const file of files) copyFileSync(path.join(programs, file), path.join(folder, file));
  return folder;
}

const makeOurPython = () =>
  makePython({
    requirements: path.join(import.meta.dirname, "requirements.txt"),
    folder: `${folders.python}-clients`,
  });

async function driveWithPython({ document, server }: Given): Promise<string> {
  const python = await makeOurPython();
  const cwd = folderOf("openapi-python-client", "openapi_python_client.py", "steps.py");
  const env = { ...environment(), ...server };
  const generate = ["generate", "--path", document, "--output-path", "gridless_api", "--meta", "none"];
  const said = await run(path.join(python, "openapi-python-client"), generate, {
    name: "openapi-python-client",
    env,
    cwd,
  });
  // the generator leaves out what it cannot read, and says so only in its output
  if (/^(?:WARNING|ERROR|Unable)/m.test(said)) throw new Error(said);
  return run(path.join(python, "python"), ["openapi_python_client.py"], { name: "python-client", env, cwd });
}

async function driveWithModels({ document, server }: Given): Promise<string> {
  const python = await makeOurPython();
  const cwd = folderOf("datamodel-codegen", "datamodel_codegen.py", "steps.py");
  const env = { ...environment(), ...server };
  const from = ["--input", document, "--input-file-type", "openapi"];
  const into = ["--output", "gridless_models.py", "--output-model-type", "pydantic_v2.BaseModel"];
  await run(path.join(python, "datamodel-codegen"), [...from, ...into], {
    name: "datamodel-codegen",
    env,
    cwd,
  });
  return run(path.join(python, "python"), ["datamodel_codegen.py"], { name: "models", env, cwd });
}

async function driveWithTypeScript({ document, server }: Given): Promise<string> {
  const cwd = folderOf("hey-api", "hey_api.ts");
  cpSync(path.join(import.meta.dirname, "node"), cwd, { recursive: true });
  const env = { ...process.env, ...server };
  const options = ["--no-audit", "--no-fund", "--loglevel=error", "--no-package-lock"];
  await run("npm", ["install", ...options], { name: "npm-install", env, cwd });
  const node = (name: string, args: string[]) => run(process.execPath, args, { name, env, cwd });
  await node("hey-api", ["node_modules/@hey-api/openapi-ts/bin/run.js", "-i", document, "-o", "gridless"]);
  const compilerOptions = {
    ...{ strict: true, target: "es2023", module: "esnext", moduleResolution: "bundler" },
    ...{ lib: ["es2023", "dom", "dom.iterable"], types: ["node"], skipLibCheck: true, outDir: "out" },
  };
  writeFileSync(path.join(cwd, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["hey_api.ts"] }));
  await node("hey-api-types", ["node_modules/typescript/bin/tsc", "-p", "."]);
  const { build } = await import("esbuild");
  await build({
    entryPoints: [path.join(cwd, "hey_api.ts")],
    outfile: path.join(cwd, "program.mjs"),
    ...{ bundle: true, platform: "node", format: "esm" },
  });
  return node("hey-api-program", ["program.mjs"]);
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
  "openapi-python-client": { language: "Python", drive: driveWithPython },
  "datamodel-codegen": { language: "Python", drive: driveWithModels },
  "hey-api": { language: "TypeScript", drive: driveWithTypeScript },
  "oapi-codegen": { language: "Go", needs: "go", drive: driveWithGo },
};
