/*
 * Bundles the functions for Lambda: one folder for each area, with a file for each function, the chunks they share, and the files
 * they read.
 *
 *   <folder>/record/createRecords.mjs, listRecords.mjs, …, chunks/GET/*.mjs, openapi.json; with the documentation page: docs/*; with the app: app.json
 *
 * There are no source maps, because Node would read one at each cold start. The AWS SDK is bundled, because the one that Lambda provides
 * loads more slowly and its version is not fixed.
 */
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { mergeChunks } from "#lib/build/merge-chunks";
import { sourceFiles } from "#lib/docs/files";
import { guideFolder } from "#lib/mcp/guide";
import { type OpenApiDocument, openapiDocument } from "#lib/openapi/document";
import { makePage } from "#lib/openapi/page/page";
import { isEndpoint, projectFolder, type Registry } from "#lib/registry";
import { type Deployed, deployedByArea, groupOf } from "#lib/stack/functions/deployed";
import { buildApp } from "#lib/web/build/build-app";
import { alias, makeBundleStubs } from "./bundle-stubs.ts";
import { type Constants, constantsOf } from "./constants.ts";
import { bundleEntryOf, makeGroupEntries } from "./group-entries.ts";
import { makeOnce } from "./keep-bundles.ts";
import { leaveOutDescriptions } from "./leave-out-descriptions.ts";

/** The bundles of an area's functions. */
export interface AreaBundle {
  area: string;
  functions: Deployed[];
  folder: string;
  metafile: Metafile;
}

/** Defines `require`, which bundled CommonJS libraries call. It goes where nothing calls it, when chunks are merged. */
const makeRequire =
  'import{createRequire as __createRequire}from"node:module";const require=/* @__PURE__ */__createRequire(import.meta.url);';

/** Options of esbuild for all functions. */
export const buildOptions = {
  absWorkingDir: projectFolder,
  bundle: true,
  format: "esm",
  minify: true,
  platform: "node",
  target: "node24",
  mainFields: ["module", "main"],
  outExtension: { ".js": ".mjs" },
  banner: { js: makeRequire },
  legalComments: "none",
  // a file of WebAssembly, which is copied
  external: ["wasm-vips"],
  metafile: true,
  logLevel: "warning",
} as const satisfies BuildOptions;

/** Writes the bundles of all areas, or of those that are wanted, into `folder`. */
export async function bundle(
  registry: Registry,
  folder: string,
  constants: Constants = constantsOf({}, registry.consumers),
  isWanted: (area: string) => boolean = () => true,
): Promise<AreaBundle[]> {
  const areas = deployedByArea(registry);
  const document = openapiDocument(registry);
  // chunks are shared only within an area, so that its folder is complete
  const bundles: AreaBundle[] = [];
  // one after another: esbuild keeps all that it reads in memory, and the builds of one area keep all cores busy
  for (const [area, functions] of areas)
    if (isWanted(area))
      bundles.push(
        await bundleArea({ area, functions, folder: path.join(folder, area) }, document, constants),
      );
  return bundles;
}

async function bundleArea(
  area: Omit<AreaBundle, "metafile">,
  document: OpenApiDocument,
  constants: Constants,
): Promise<AreaBundle> {
  const files = area.functions.map(({ operation, members }) => [
    operation,
    ...members.map(({ file }) => file),
  ]);
  const parts = JSON.stringify([files, document]);
  const made = { ...area, constants, parts };
  return { ...area, metafile: await makeOnce(made, () => buildArea(area, document, constants)) };
}

/** Writes the bundle of an area into its folder. */
async function buildArea(
  { area, functions, folder }: Omit<AreaBundle, "metafile">,
  document: OpenApiDocument,
  define: Constants,
): Promise<Metafile> {
  // otherwise files of an earlier version would be deployed too
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // more than one build: code shared by some functions becomes a chunk for each combination, and a cold start opens each of its chunks
  const togetherWith = ({ operation, members: [first] }: Deployed) => {
    if (builtAlone.has(operation) || groupOf(first)) return operation;
    return isEndpoint(first) ? first.handler.definition.method : "consumers";
  };
  const together = Map.groupBy(functions, togetherWith);
  const built = await Promise.all(
    [...together].map(([name, some]) =>
      build({
        ...buildOptions,
        alias,
        define,
        plugins: [makeGroupEntries(functions), makeBundleStubs(area), leaveOutDescriptions],
        splitting: true,
        entryPoints: [
          ...some.map((each) => ({ in: bundleEntryOf(each), out: each.operation })),
          ...(some.some((each) => bundleEntryOf(each) === picturesFunction) ? [pictureProgram] : []),
        ],
        // two builds may give the same name to chunks with different contents, because the hash does not depend on the contents alone
        chunkNames: `chunks/${name}/[name]-[hash]`,
        outdir: folder,
      }),
    ),
  );
  const merged = await Promise.all(
    built.map(({ metafile }) =>
      mergeChunks({ metafile, root: projectFolder, folder, options: buildOptions }),
    ),
  );
  const metafile: Metafile = {
    inputs: Object.assign({}, ...merged.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...merged.map(({ outputs }) => outputs)),
  };
  await writeFile(path.join(folder, "openapi.json"), JSON.stringify(document));
  if (metafile.inputs["lib/docs/files.ts"]) await writeDocumentationPage(path.join(folder, "docs"), document);
  if (metafile.inputs["lib/web/app-files.ts"])
    await writeFile(path.join(folder, "app.json"), JSON.stringify(await buildApp()));
  if (metafile.inputs["lib/mcp/guide.ts"])
    await cp(guideFolder(), path.join(folder, "guide"), { recursive: true });
  if (metafile.inputs[pictureProgram.in]) await copyPictureLibrary(folder);
  return metafile;
}

/** Functions that are so large, or so often called, that chunks shared with others would cost more than they save: a cold start opens each. */
const builtAlone: ReadonlySet<string> = new Set([
  "clickButton",
  "copyCells",
  "createRecords",
  "createTable",
  "duplicateRecord",
  "listRecords",
  "listRecordsByBody",
  "resetButton",
  "runFill",
  "submitSharedForm",
  "updateRecords",
  "uploadAttachment",
]);

const picturesFunction = "functions/thumbnail/make-thumbnails.ts";
/** The program that this function starts beside itself (lib/files/picture-process.ts). */
const pictureProgram = { in: "lib/files/picture-program.ts", out: "picture-program" };

/** Writes the documentation page and the files that it loads to where the functions read them. */
async function writeDocumentationPage(folder: string, document: OpenApiDocument): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "page.html"), makePage(document));
  for (const [name, file] of Object.entries(sourceFiles())) await cp(file, path.join(folder, name));
}

/** Copies libvips to where `import` of a function finds it: a file of WebAssembly, the same for every processor, and its module. */
async function copyPictureLibrary(folder: string): Promise<void> {
  const from = path.join(path.dirname(createRequire(import.meta.url).resolve("wasm-vips")), "..");
  const to = path.join(folder, "node_modules/wasm-vips");
  const names = ["package.json", "lib/vips-node.mjs", "lib/vips.wasm", "LICENSE", "THIRD-PARTY-NOTICES.md"];
  for (const name of names) await cp(path.join(from, name), path.join(to, name));
}
