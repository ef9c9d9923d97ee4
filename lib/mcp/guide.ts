/* The pages of docs/guide, for programs that read them: Markdown. The bundle copies them to the folder `guide` beside the function. */
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { besideFunction } from "#lib/http/document";

/** In a bundle this module is part of another file. */
const isBundled = !import.meta.url.endsWith("/lib/mcp/guide.ts");

/** Where the pages are in this project. */
export const guideFolder = (): string => fileURLToPath(new URL("../../docs/guide", import.meta.url));

const folder = () => (isBundled ? besideFunction("guide") : guideFolder());

/** The names of all pages. */
export const listGuidePages = (): string[] =>
  readdirSync(folder())
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => name.replace(/\.md$/, ""))
    .sort();

/** The text of a page; undefined if there is none of this name. */
export async function findGuidePage(name: string): Promise<string | undefined> {
  if (!listGuidePages().includes(name)) return undefined;
  return readFile(path.join(folder(), `${name}.md`), "utf8");
}
