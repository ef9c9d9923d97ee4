/*
 * Builds the app: esbuild makes its scripts and its style from lib/web/browser, and each file is compressed once, as well as it can be. The
 * name of a file has a hash of its contents, so a browser may keep it for ever.
 */
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip as compress, constants } from "node:zlib";
import { type BuildOptions, build, type Metafile } from "esbuild";
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
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  outdir: "app",
  write: false,
  metafile: true,
  legalComments: "none",
  logLevel: "silent",
} as const satisfies BuildOptions;

/** Builds it in memory. Throws esbuild's error, which names the lines, if the sources are broken. */
export async function buildApp(): Promise<BuiltApp> {
  const { outputFiles, metafile } = await build(options);
  const files = await Promise.all(
    outputFiles.map(async ({ path: file, contents }): Promise<[string, BuiltFile]> => {
      const packed = await Promise.all([pack(contents), promisify(compress)(contents, { level: 9 })]);
      const [body, br, gzip] = [Buffer.from(contents), ...packed].map((bytes) => bytes.toString("base64"));
      if (body === undefined || br === undefined || gzip === undefined) throw new Error("nothing was packed");
      return [path.basename(file), { type: types[path.extname(file)] ?? "text/plain", body, br, gzip }];
    }),
  );
  const { outputs } = metafile;
  const tablePage = pageOf(outputs, ["main.tsx", "table.tsx"]);
  return { page: pageOf(outputs, ["main.tsx"]), tablePage, files: Object.fromEntries(files) };
}

const pack = (contents: Uint8Array) =>
  promisify(brotliCompress)(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

/** The page, whose script shows what the path names. The scripts `first` and what they import are named, so that the browser need not read one to find the next. */
function pageOf(outputs: Metafile["outputs"], first: string[]): string {
  const main = outputOf(outputs, "main.tsx");
  const chunks = new Set<string>();
  const reach = (output: string) => {
    if (chunks.has(output)) return;
    chunks.add(output);
    for (const { kind, path } of outputs[output]?.imports ?? []) if (kind === "import-statement") reach(path);
  };
  for (const each of first) reach(outputOf(outputs, each));
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
<link rel="stylesheet" href="${address(outputOf(outputs, "style.css"))}">
${[...chunks].map((chunk) => `<link rel="modulepreload" href="${address(chunk)}">\n`).join("")}<script type="module" src="${address(main)}"></script>
</head>
<body>
<div id="app"></div>
<noscript><p>The tables need JavaScript. <a href="/account">Your account</a> works without it.</p></noscript>
</body>
</html>
`;
}

function outputOf(outputs: Metafile["outputs"], name: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === `${folder}/${name}`);
  if (!found) throw new Error(`${name} was not built`);
  return found[0];
}
