/*
 * What a person reads is plain English: messages, pages and mails, the OpenAPI document, comments. This test finds the worst words; the rest
 * is for reviewers (CONTRIBUTING.md, Plain English). test/docs/documents.test.ts reads the documents.
 */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import { readDocumentText } from "#test/support/run/document";

const refused = [
  "he",
  "his",
  "him",
  "himself",
  "whoever",
  "whomever",
  "somebody",
  "nobody",
  "anybody",
  "none that",
  "any more",
  "is told",
  "are told",
  "good for",
  "not good",
  "is not known here",
  "need each other",
  "who says",
];
const refusedWords = new RegExp(`\\b(${refused.join("|")})\\b`, "gi");

/** `line 12: whoever` for each refused word. */
const wordsIn = (text: string): string[] =>
  text
    .split("\n")
    .flatMap((line, i) => [...line.matchAll(refusedWords)].map(([word]) => `line ${i + 1}: ${word}`));

const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");
const sources = globSync("{lib,functions,bin}/**/*.{ts,cjs,py}", { cwd: projectFolder });

const found = (files: string[]) =>
  files.flatMap((file) => wordsIn(read(file)).map((word) => `${file} ${word}`));

describe("the worst words are not in", () => {
  test("messages, pages, mails and comments", () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(found(sources)).toEqual([]);
  });

  test("the OpenAPI document", async () => {
    const document: unknown = JSON.parse(await readDocumentText());
    expect(wordsIn(JSON.stringify(document, null, 1))).toEqual([]);
  });
});

test("a bad word is found", () => {
  expect(wordsIn("The caller may\nnot, whoever He is.")).toEqual(["line 2: whoever", "line 2: He"]);
  expect(wordsIn("the cache, this, chosen, there")).toEqual([]);
});
