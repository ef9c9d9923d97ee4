/* The Dockerfile, as far as it can be known without building it; .ci/container does its steps. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import manifest from "../../package.json" with { type: "json" };

const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");
const lines = read("Dockerfile").split("\n");
const rest = (instruction: string) =>
  lines
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1));

test("what it copies is there, and .dockerignore does not leave it out", () => {
  const copied = rest("COPY").flatMap((line) => line.split(" ").slice(0, -1));
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((name) => !existsSync(path.join(projectFolder, name)))).toEqual([]);
  const left = read(".dockerignore").trim().split("\n");
  expect(copied.filter((name) => left.includes(name.replace("./", "")))).toEqual([]);
  expect(left).toEqual(expect.arrayContaining(["node_modules", ".git", ".gridless", "test"]));
});

test("it runs what npm start runs, as a user without rights, with its data in a volume", () => {
  const [command = "[]"] = rest("CMD");
  const words: string[] = JSON.parse(command).filter(
    (word: string) => !word.startsWith("--max-old-space-size"),
  );
  const [, start = ""] = /exec (.*) --parent/.exec(manifest.scripts.start) ?? [];
  expect(words.join(" ")).toBe(start);
  expect([rest("FROM"), rest("USER"), rest("VOLUME")]).toEqual([["node:24-slim"], ["node"], ["/data"]]);
  expect(rest("ENV").join(" ")).toContain("GRIDLESS_DATA=/data");
  expect(rest("HEALTHCHECK")[0]).toContain("/health'");
});

test("each change does its steps, and GitHub's pipeline runs it with the memory that it is made for", () => {
  expect(read(".ci/run")).toContain("bash .ci/container");
  expect(read(".github/workflows/ci.yml")).toContain("--memory 512m");
});
