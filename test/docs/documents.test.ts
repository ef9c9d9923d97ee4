/* The documents hold together: every link leads somewhere, every document is found, and nothing is named that is not there. */
import { existsSync, globSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import { anchorsOf, blocksOf, documents, linksOf, proseOf, readDocument } from "./support/documents.ts";

const { scripts }: { scripts: object } = JSON.parse(readDocument("package.json"));
const isOutside = (link: string) => /^(https?|mailto):/.test(link);

/** The file, and the anchor in it, that a link of this document leads to. */
function targetOf(file: string, link: string): { target: string; anchor: string | undefined } {
  const [place = "", anchor] = link.split("#");
  const target = place === "" ? file : path.join(path.dirname(file), decodeURIComponent(place));
  return { target: path.normalize(target).replace(/\/$/, ""), anchor };
}

/** What is wrong with a link, if anything. */
function faultOf(file: string, link: string): string | undefined {
  if (isOutside(link)) return undefined;
  const { target, anchor } = targetOf(file, link);
  if (target.startsWith("..") || path.isAbsolute(target)) return "leads out of the repository";
  if (!existsSync(path.join(projectFolder, target))) return "there is no such file";
  if (anchor === undefined) return undefined;
  const hasAnchor = target.endsWith(".md") && anchorsOf(readDocument(target)).includes(anchor);
  return hasAnchor ? undefined : "there is no such heading";
}

test.each(documents)("%s: every link leads to a file and heading of this repository", (file) => {
  const faults = linksOf(readDocument(file)).flatMap((link) => {
    const fault = faultOf(file, link);
    return fault ? [`${link}: ${fault}`] : [];
  });
  expect(faults).toEqual([]);
});

test("every file below docs/ is reached from the README by links", () => {
  const reached = new Set(["README.md"]);
  for (const file of reached)
    if (file.endsWith(".md") && existsSync(path.join(projectFolder, file)))
      for (const link of linksOf(readDocument(file)))
        if (!isOutside(link)) reached.add(targetOf(file, link).target);
  const files = globSync("docs/**/*", { cwd: projectFolder }).filter((file) =>
    statSync(path.join(projectFolder, file)).isFile(),
  );
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !reached.has(file))).toEqual([]);
});

test.each(documents)("%s: every file and npm script that it names is there", (file) => {
  const text = readDocument(file);
  const files = [
    ...proseOf(text).matchAll(/`((?:bin|docs|functions|lib|test|\.ci|\.github)\/[\w./-]*\w)`/g),
  ].map(([, named = ""]) => named);
  expect(files.filter((named) => !existsSync(path.join(projectFolder, named)))).toEqual([]);

  const code = [
    ...blocksOf(text).map((block) => block.code),
    ...(proseOf(text).match(/`[^`\n]*`/g) ?? []),
  ].join("\n");
  const named = [...code.matchAll(/\bnpm (?:run )?([a-z:]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !["ci", "install", ...Object.keys(scripts)].includes(name))).toEqual([]);
});

test.each(documents)("%s: cites nothing that is outside of this repository", (file) => {
  const cited =
    /\.\.\/shared|\/work\b|\b(interface|house|style|recipes|design)\.md|\b(contract|prototypes)\/|\bdesign §|\bcontract §/g;
  expect(readDocument(file).match(cited) ?? []).toEqual([]);
});

test.each(documents)("%s: no figure is left to be filled in", (file) => {
  expect(readDocument(file)).not.toMatch(/@[A-Z]+@|\b(TODO|TBD|FIXME|FILL)\b/);
});

// CONTRIBUTING.md lists the words that are refused
test.each(documents.filter((file) => file !== "CONTRIBUTING.md"))(
  "%s: is written in plain English",
  (file) => {
    const refused =
      /\b(he|him|his|whoever|somebody|nobody|none that|any more|is told|are told|good for|good until)\b/gi;
    expect(proseOf(readDocument(file)).match(refused) ?? []).toEqual([]);
  },
);
