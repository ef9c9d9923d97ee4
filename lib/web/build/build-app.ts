/*
 * Builds the app: esbuild makes its scripts and its style from lib/web/browser, and each file is compressed once, as well as it can be. The
 * name of a file has a hash of its contents, so a browser may keep it for ever.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip as compress, constants } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { type Merged, mergeChunks, type Outputs, reachFrom } from "#lib/build/merge-chunks";
import { icon } from "#lib/pages/parts/icon";
import { projectFolder } from "#lib/registry";
import type { BuiltApp, BuiltFile } from "#lib/web/app-files";

const folder = "lib/web/browser";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

const options = {
  absWorkingDir: projectFolder,
  entryPoints: [`${folder}/main.tsx`, `${folder}/style.css`],
  bundle: true,
  format: "esm",
  splitting: true,
  minify: true,
  platform: "browser",
  target: ["chrome120", "firefox125", "safari17"],
  tsconfig: `${folder}/tsconfig.json`,
  // a hash is that of a chunk before it became part of a file, so the letter changes when other chunks become one file
  entryNames: "[name]-m[hash]",
  chunkNames: "[name]-m[hash]",
  assetNames: "[name]-m[hash]",
  metafile: true,
  legalComments: "none",
  logLevel: "silent",
} as const satisfies BuildOptions;

/** Builds it. Throws esbuild's error, which names the lines, if the sources are broken. */
export async function buildApp(): Promise<BuiltApp> {
  const folder = await mkdtemp(path.join(tmpdir(), "gridless-app-"));
  try {
    const { metafile } = await build({ ...options, outdir: folder });
    const merged = await mergeChunks({ metafile, root: projectFolder, folder, options, plan: planFiles });
    const styles = Object.entries(metafile.outputs).filter(([output]) => output.endsWith(".css"));
    const outputs = { ...merged.outputs, ...Object.fromEntries(styles) };
    const files = await Promise.all(
      Object.keys(outputs).map(async (output): Promise<[string, BuiltFile]> => {
        const contents = await readFile(path.join(projectFolder, output));
        const packed = await Promise.all([pack(contents), promisify(compress)(contents, { level: 9 })]);
        const [body, br, gzip] = [contents, ...packed].map((bytes) => bytes.toString("base64"));
        if (body === undefined || br === undefined || gzip === undefined)
          throw new Error("nothing was packed");
        return [path.basename(output), { type: types[path.extname(output)] ?? "text/plain", body, br, gzip }];
      }),
    );
    const [main, table, style] = ["main.tsx", "table.tsx", "style.css"].map((each) =>
      outputOf(metafile.outputs, each),
    );
    if (!main || !table || !style) throw new Error("the page was not built");
    const page = (first: string[]) => pageOf(outputs, main, style, first);
    return { page: page([main]), tablePage: page([main, table]), files: Object.fromEntries(files) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * What every page loads at its start is one file, with what more than one page loads, which is small; what only that of a table loads at
 * its start is another one: two requests in place of forty. All that comes later stays as it is.
 */
function planFiles(outputs: Outputs): Merged {
  const first = (output: string) => reachFrom(outputs, output, ["import-statement"]);
  const [main, table] = [outputOf(outputs, "main.tsx"), outputOf(outputs, "table.tsx")];
  const ofMain = first(main);
  const pages = [...ofMain].flatMap((output) =>
    (outputs[output]?.imports ?? [])
      .filter(({ kind }) => kind === "dynamic-import")
      .map((late) => first(late.path)),
  );
  const ofTable = first(table);
  const fileOf = (output: string) => {
    // what is loaded by its name keeps its name
    if (outputs[output]?.entryPoint) return output;
    if (ofMain.has(output) || pages.filter((page) => page.has(output)).length > 1) return main;
    return ofTable.has(output) ? table : output;
  };
  const scripts = Object.keys(outputs).filter((output) => output.endsWith(".js"));
  return new Map([main, table, ...scripts].map((output) => [output, fileOf(output)]));
}

const pack = (contents: Uint8Array) =>
  promisify(brotliCompress)(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

/** The page, whose script shows what the path names. The scripts `first` and what they import are named, so that the browser need not read one to find the next. */
function pageOf(outputs: Outputs, main: string, style: string, first: string[]): string {
  const chunks = new Set(first.flatMap((each) => [...reachFrom(outputs, each, ["import-statement"])]));
  chunks.delete(main);
  const address = (output: string) => `/app/assets/${path.basename(output)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Gridless</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${address(style)}">
${[...chunks].map((chunk) => `<link rel="modulepreload" href="${address(chunk)}">\n`).join("")}<script type="module" src="${address(main)}"></script>
</head>
<body>
<div id="app"></div>
<noscript><p>The tables need JavaScript. <a href="/account">Your account</a> works without it.</p></noscript>
</body>
</html>
`;
}

function outputOf(outputs: Outputs, name: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === `${folder}/${name}`);
  if (!found) throw new Error(`${name} was not built`);
  return found[0];
}
