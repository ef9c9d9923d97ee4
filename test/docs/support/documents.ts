/* The documents of this repository: README.md, CONTRIBUTING.md and everything below docs/. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#lib/registry";

/** A fenced block of a document. */
export interface Block {
  language: string;
  code: string;
}

export const documents: readonly string[] = globSync(["README.md", "CONTRIBUTING.md", "docs/**/*.md"], {
  cwd: projectFolder,
}).toSorted();

/** The pages of the guide, without its index. */
export const guidePages: readonly string[] = documents.filter(
  (file) => file.startsWith("docs/guide/") && !file.endsWith("/README.md"),
);

export const readDocument = (file: string): string => readFileSync(path.join(projectFolder, file), "utf8");

const fence = /^```(\w*)\n(.*?)^```$/gms;

export const blocksOf = (text: string): Block[] =>
  [...text.matchAll(fence)].map(([, language = "", code = ""]) => ({ language, code }));

/** The text without its fenced blocks: what is in them is no link and no heading. */
export const proseOf = (text: string): string => text.replaceAll(fence, "");

/** Where the links of a document lead, as they are written. */
export const linksOf = (text: string): string[] =>
  [...proseOf(text).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = ""]) => target);

/** The anchors that GitHub makes of the headings. */
export function anchorsOf(text: string): string[] {
  const taken = new Map<string, number>();
  return [...proseOf(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => {
    const anchor = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, "")
      .replaceAll(" ", "-");
    const count = taken.get(anchor) ?? 0;
    taken.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}
