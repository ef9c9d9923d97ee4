/* The guide of docs/guide and the parts of README.md that it refers to, as sections of the page. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Html, html } from "#lib/pages/parts/html";
import { projectFolder } from "#lib/registry";
import { type Heading, renderMarkdown } from "./markdown.ts";

export interface Guide {
  id: string;
  title: string;
  /** A few words on what it is about. */
  about: string;
  headings: Heading[];
  html: Html;
}

const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");

/** The guides, in the order of their index. */
export function readGuides(): Guide[] {
  const index = read("docs/guide/README.md");
  const rows = [...index.matchAll(/^\| \[[^\]]+\]\(([\w-]+)\.md\) \| (.+) \|$/gm)];
  const guides = rows.map(([, name = "", about]) => guideOf(name, read(`docs/guide/${name}.md`), about));
  return [
    ...guides,
    guideOf("missing", `# What is missing\n${sectionOf(read("README.md"), "What is missing")}`),
  ];
}

function guideOf(name: string, text: string, about = ""): Guide {
  const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
  const prefix = `guide-${name}-`;
  const { html: body, headings } = renderMarkdown(text.replace(/^# .+$/m, ""), {
    prefix,
    linkTo: (target) => linkFrom(prefix, target),
    deeper: 1,
  });
  const id = `guide-${name}`;
  const section = html`<section class="guide" id="${id}"><h2 id="${id}-title">${title}<a class="anchor" href="#${id}" aria-label="Link to ${title}">#</a></h2>${body}</section>`;
  return { id, title, about, headings, html: section };
}

/** Turns links between files of the repository into links within the page. Gives undefined for a target that is not on the page. */
function linkFrom(prefix: string, target: string): string | undefined {
  if (/^https?:/.test(target)) return target;
  if (target.startsWith("#")) return `#${prefix}${target.slice(1)}`;
  const [, name, anchor] = /^([\w-]+)\.md(?:#(.+))?$/.exec(target) ?? [];
  if (name) return anchor ? `#guide-${name}-${anchor}` : `#guide-${name}`;
  if (target.endsWith("README.md#quick-start")) return "#terminal";
  if (target.endsWith("README.md#what-is-missing")) return "#guide-missing";
  return undefined;
}

/** The text below a heading, up to the next one. */
function sectionOf(text: string, heading: string): string {
  const [, after = ""] = text.split(new RegExp(`^#+ ${heading}$`, "m"));
  return after.split(/^#+ /m)[0] ?? "";
}

/** The shell functions that the guide uses, as README.md has them. */
export function readShellFunctions(): string {
  const lines = sectionOf(read("README.md"), "Quick start").split("\n");
  const found = lines.filter((line) => /^(api|member)\(\) \{/.test(line));
  if (found.length !== 2)
    throw new Error("README.md: the quick start has no longer the functions api and member");
  return found.join("\n");
}
