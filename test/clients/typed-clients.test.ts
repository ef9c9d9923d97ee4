/*
 * Typed clients: a client that openapi-typescript and openapi-fetch make of our document drives a server, area by area. The files of
 * areas/ are checked by the compiler against the generated types: what is right compiles, and each `@ts-expect-error` stands above
 * something that does not.
 */
import { execFile } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DevJson } from "#lib/local/process/dev-json";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { openapiDocument } from "#lib/openapi/document";
import { projectFolder, readRegistry } from "#lib/registry";
import { blocksOf, readDocument } from "#test/docs/support/documents";
import { quickStart, runBlocks } from "#test/docs/support/examples";
import { type Server, startServer } from "#test/support/requests/server";

const run = promisify(execFile);
const here = import.meta.dirname;
const files = readdirSync(path.join(here, "areas"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => `areas/${file.replaceAll(path.sep, "/")}`);
const areas = files.map((file) => [path.basename(file, ".ts"), file] as const);
const modules = path.join(projectFolder, "node_modules");
/** A module that imports the generated types: `npm run check` does not know them, so it is not to follow the import. */
const load = async <Module>(file: string) => (await import(path.join(here, file))) as Module;
const { folder, remove } = temporaryFolder();
let server: Server;
let world: unknown;

beforeAll(async () => {
  server = await startServer(path.join(folder, ".gridless"));
  const { makeWorld } = await load<{ makeWorld(dev: DevJson): Promise<unknown> }>("support/world.ts");
  world = await makeWorld(server.dev);
});
afterAll(async () => {
  await server.stop("SIGTERM");
  remove();
});

/** The TypeScript of the guide, and the table that it is about. */
async function writeGuide(): Promise<void> {
  const blocks = blocksOf(readDocument("docs/guide/typed-clients.md"));
  const codeIn = (wanted: string) =>
    blocks.filter(({ language }) => language === wanted).map(({ code }) => code);
  await runBlocks([quickStart, ...codeIn("sh")], folder);
  writeFileSync(path.join(folder, "guide.ts"), codeIn("ts").join("\n"));
}

test("every area of the document has a file", async () => {
  const tags = openapiDocument(await readRegistry()).tags.map(({ name }) => name);
  expect(areas.map(([area]) => area).toSorted()).toEqual(tags.toSorted());
});

test("the areas and the guide compile with the generated types, but for the lines that must not", async () => {
  const types = path.join(folder, "gridless.ts");
  await run(process.execPath, [path.join(here, "support/generate-types.ts"), types]);
  await writeGuide();
  const env = { ...process.env, GRIDLESS_DATA: path.join(folder, ".gridless") };
  await run(process.execPath, ["bin/types.ts", server.dev.baseId, "--out", path.join(folder, "base.ts")], {
    env,
  });
  const config = path.join(folder, "tsconfig.json");
  const settings = {
    extends: path.join(projectFolder, "tsconfig.json"),
    compilerOptions: {
      paths: { "#api": [types], "openapi-fetch": [path.join(modules, "openapi-fetch")] },
      typeRoots: [path.join(modules, "@types")],
    },
    include: [],
    files: [...files.map((file) => path.join(here, file)), path.join(folder, "guide.ts")],
  };
  writeFileSync(config, JSON.stringify(settings));
  const compiler = path.join(modules, "typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [compiler, "-p", config]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe("");
});

test.each(areas)("%s: a typed client drives it", async (_, file) => {
  const { drive } = await load<{ drive(world: unknown): Promise<void> }>(file);
  await drive(world);
});
