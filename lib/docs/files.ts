/* What the documentation page links to: Swagger UI from its package, which the functions have beside them, and ours. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { File } from "#lib/http/definition";
import { icon } from "#lib/pages/parts/icon";
import { startScript, styleSheet } from "./page.ts";

const types = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
} as const;

const texts = new Map<string, () => Promise<string>>([
  ["swagger-ui.css", packaged("swagger-ui.css")],
  ["swagger-ui-bundle.js", packaged("swagger-ui-bundle.js")],
  ["start.js", async () => startScript],
  ["page.css", async () => styleSheet],
  ["icon.svg", async () => decodeURIComponent(icon.slice(icon.indexOf(",") + 1))],
]);

/** Read once, when it is first asked for. */
function packaged(name: string): () => Promise<string> {
  let text: Promise<string> | undefined;
  return () => {
    text ??= readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`), "utf8");
    return text;
  };
}

export async function findFile(name: string): Promise<File | undefined> {
  const body = await texts.get(name)?.();
  if (body === undefined) return undefined;
  return {
    contentType: types[name.slice(name.lastIndexOf(".") + 1) as keyof typeof types],
    body,
    maxAge: 3600,
    headers: { "x-content-type-options": "nosniff" },
  };
}
