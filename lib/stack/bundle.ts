/*
 * The functions as Lambda gets them: one folder an area, with a file for each function, the chunks they share, and what
 * they read.
 *
 *   <folder>/record/createRecords.mjs, listRecords.mjs, …, chunks/*.mjs, openapi.json
 *
 * No source maps: Node would read one at each cold start. The SDK is inside: Lambda's own is slower to load, and not pinned.
 */
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { openapiDocument } from "#lib/openapi/document";
import { type AnyFunction, functionsOf, isEndpoint, projectFolder, type Registry } from "#lib/registry";
import { alias, bundleStubs } from "./bundle-stubs.ts";
import { type Constants, constantsOf } from "./constants.ts";

export interface AreaBundle {
  area: string;
  functions: AnyFunction[];
  folder: string;
  metafile: Metafile;
}

/** What any Lambda of ours is built with. */
export const buildOptions = {
  absWorkingDir: projectFolder,
  bundle: true,
  format: "esm",
  minify: true,
  platform: "node",
  target: "node24",
  mainFields: ["module", "main"],
  outExtension: { ".js": ".mjs" },
  // CommonJS libraries inside call it
  banner: {
    js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
  },
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
} as const satisfies BuildOptions;

export async function bundle(
  registry: Registry,
  folder: string,
  constants: Constants = constantsOf({}),
): Promise<AreaBundle[]> {
  const areas = Map.groupBy(functionsOf(registry), ({ area }) => area);
  const document = JSON.stringify(openapiDocument(registry));
  // chunks are shared inside an area only, so that its folder is all its functions need
  return Promise.all(
    [...areas].map(([area, functions]) =>
      bundleArea({ area, functions, folder: path.join(folder, area) }, document, constants),
    ),
  );
}

async function bundleArea(
  area: Omit<AreaBundle, "metafile">,
  document: string,
  define: Constants,
): Promise<AreaBundle> {
  const { functions, folder } = area;
  // what an earlier version left would be deployed too
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // apart: what few functions share is cut into pieces for each set of them, and a cold start opens each piece
  const together = Object.values(
    Object.groupBy(functions, (each) => (isReading(each) ? "reading" : "other")),
  );
  const built = await Promise.all(
    together.map((some) =>
      build({
        ...buildOptions,
        alias,
        define,
        plugins: [bundleStubs],
        splitting: true,
        entryPoints: some.map(({ file, operation }) => ({ in: file, out: operation })),
        chunkNames: "chunks/[name]-[hash]",
        outdir: folder,
      }),
    ),
  );
  const metafile = {
    inputs: Object.assign({}, ...built.map(({ metafile }) => metafile.inputs)),
    outputs: Object.assign({}, ...built.map(({ metafile }) => metafile.outputs)),
  };
  await writeFile(path.join(folder, "openapi.json"), document);
  if (metafile.inputs["lib/docs/files.ts"]) await copyDocumentationPage(folder);
  return { ...area, metafile };
}

const isReading = (each: AnyFunction) => isEndpoint(each) && each.handler.definition.method === "GET";

/** Where `require.resolve` of a function finds it. */
async function copyDocumentationPage(folder: string): Promise<void> {
  const require = createRequire(import.meta.url);
  const from = path.dirname(require.resolve("swagger-ui-dist/package.json"));
  const to = path.join(folder, "node_modules/swagger-ui-dist");
  for (const name of ["package.json", "swagger-ui-bundle.js", "swagger-ui.css"])
    await cp(path.join(from, name), path.join(to, name));
}
