/*
 * Builds the npm package of lib/client into a folder:
 *
 *   index.js, index.cjs       the code, for import and for require
 *   command.js                the command gridless
 *   types/*.d.ts, *.d.cts     the types for both; the compiler checks the code alone, without the types of Node
 *   package.json, README.md, LICENSE
 */
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import project from "../../package.json" with { type: "json" };

/** What it made; the sizes are those of index.js, in bytes. */
interface BuiltClient {
  version: string;
  bytes: number;
  packedBytes: number;
}

const source = path.join(projectFolder, "lib/client");
const compiler = path.join(projectFolder, "node_modules/typescript/bin/tsc");

const manifest = {
  name: "@gridless/client",
  version: project.version,
  description: "A client for Gridless: the records of its tables, in programs, pages and terminals.",
  license: project.license,
  type: "module",
  sideEffects: false,
  engines: { node: ">=20" },
  main: "./index.cjs",
  types: "./types/index.d.ts",
  bin: { gridless: "./command.js" },
  exports: {
    ".": {
      import: { types: "./types/index.d.ts", default: "./index.js" },
      require: { types: "./types/index.d.cts", default: "./index.cjs" },
    },
    "./package.json": "./package.json",
  },
};

export async function buildClient(folder: string): Promise<BuiltClient> {
  await mkdir(folder, { recursive: true });
  await writeTypes(path.join(folder, "types"));
  for (const [file, format] of [
    ["index.js", "esm"],
    ["index.cjs", "cjs"],
  ] as const)
    await build({
      entryPoints: [path.join(source, "index.ts")],
      outfile: path.join(folder, file),
      ...{ bundle: true, minify: true, format, platform: "neutral", target: "es2022", logLevel: "warning" },
    });
  await buildCommand(folder);
  await cp(path.join(source, "README.md"), path.join(folder, "README.md"));
  await cp(path.join(projectFolder, "LICENSE"), path.join(folder, "LICENSE"));
  const code = await readFile(path.join(folder, "index.js"));
  return { version: project.version, bytes: code.length, packedBytes: gzipSync(code).length };
}

/** One file with all commands, whose first line names the program that runs it, and the package.json, in which it finds its version. */
export async function buildCommand(folder: string): Promise<void> {
  const file = path.join(folder, "command.js");
  await build({
    entryPoints: [path.join(source, "command/main.ts")],
    outfile: file,
    ...{ bundle: true, format: "esm", platform: "node", target: "node20", logLevel: "warning" },
  });
  await chmod(file, 0o755);
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Writes the declarations of all files as .d.ts, and the same for `require` as .d.cts. */
async function writeTypes(folder: string): Promise<void> {
  const { folder: own, remove } = temporaryFolder();
  try {
    const config = path.join(own, "tsconfig.json");
    const compilerOptions = {
      ...{ lib: ["ES2022", "DOM", "DOM.Iterable"], target: "ES2022", types: [] },
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: "types", rootDir: source },
    };
    const extended = path.join(projectFolder, "tsconfig.json");
    const files = [path.join(source, "index.ts")];
    await writeFile(config, JSON.stringify({ extends: extended, compilerOptions, include: [], files }));
    await promisify(execFile)(process.execPath, [compiler, "-p", config]);
    const made = path.join(own, "types");
    for (const file of await readdir(made, { recursive: true })) {
      if (!file.endsWith(".d.ts")) continue;
      const text = await readFile(path.join(made, file), "utf8");
      const ending = (name: string) => text.replaceAll(/(from "\.{1,2}\/[\w/-]+)\.ts"/g, `$1.${name}"`);
      await writeFile(path.join(made, file.replace(/\.d\.ts$/, ".d.cts")), ending("cjs"));
      await writeFile(path.join(made, file), ending("js"));
    }
    await rm(folder, { recursive: true, force: true });
    await cp(made, folder, { recursive: true });
  } finally {
    remove();
  }
}
