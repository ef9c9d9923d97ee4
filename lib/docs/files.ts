/* The files that the documentation page loads: its scripts and style from lib/docs/browser, and MiniSearch from its npm package. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { File } from "#lib/http/definition";
import { besideFunction } from "#lib/http/document";
import { icon } from "#lib/pages/parts/icon";

const types = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
} as const;

/** The files of lib/docs/browser. */
const ours = [
  ...["start.js", "known.js", "call.js", "element.js", "token.js", "contents.js", "quick-start.js"],
  ...["my-table.js", "my-examples.js", "described-call.js", "try-it.js", "page.css"],
  ...["samples.js", "languages.js", "client-sample.js", "literals.js", "colours.js"],
  ...["search.js", "find.js", "words.js"],
];

const texts = new Map<string, () => Promise<string>>([
  ...[...ours, "minisearch.js"].map((name): [string, () => Promise<string>] => [name, once(name)]),
  ["icon.svg", async () => decodeURIComponent(icon.slice(icon.indexOf(",") + 1))],
]);

/** Where the files are in this project: name → path. The bundle copies them to the folder `docs` beside the function. */
export const sourceFiles = (): Record<string, string> => ({
  ...Object.fromEntries(
    ours.map((name) => [name, fileURLToPath(new URL(`browser/${name}`, import.meta.url))]),
  ),
  "minisearch.js": createRequire(import.meta.url)
    .resolve("minisearch")
    .replace(/\bcjs\b(.*)\.cjs$/, "es$1.js"),
});

/** Reads a file when it is first requested, and keeps it. */
function once(name: string): () => Promise<string> {
  let text: Promise<string> | undefined;
  return () => {
    text ??= readFile(isBundled ? besideFunction(`docs/${name}`) : (sourceFiles()[name] ?? ""), "utf8");
    return text;
  };
}

/** In a bundle this module is part of another file. */
const isBundled = !import.meta.url.endsWith("/lib/docs/files.ts");

/** The file `/docs/<name>`; undefined if there is none of this name. */
export async function findFile(name: string): Promise<File | undefined> {
  const body = await texts.get(name)?.();
  if (body === undefined) return undefined;
  return {
    contentType: types[name.slice(name.lastIndexOf(".") + 1) as keyof typeof types],
    body,
    maxAge: 300,
    headers: { "x-content-type-options": "nosniff" },
  };
}
