import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rows } from "./rows.ts";

const urlOf = (path: string) => new URL(`../../${path}`, import.meta.url);
const textOf = (path: string) => readFileSync(urlOf(path), "utf8");

/** `GET` and `/share/{}/view/copy`, of the endpoint in this file. */
function endpointOf(file: string): { method: string; path: string } {
  const text = textOf(file);
  const literal = (name: string) => new RegExp(`\\b${name}: "([^"]+)"`).exec(text)?.[1] ?? "";
  return { method: literal("method"), path: unnamed(literal("path")) };
}

const unnamed = (path: string) => path.replace(/\{\w+\}/g, "{}");

/** The methods and the ends of paths that the text of a row has: `PATCH …/invitation/link/{i}`. */
const namedBy = (route: string) => ({
  methods: route.match(/\b(GET|POST|PUT|PATCH|DELETE)\b/g) ?? [],
  paths: (route.match(/(?<=^|[\s…])\/[^\s,;?]+/g) ?? []).map(unnamed),
});

test.each(rows)("%s %s has its test, which calls the route", (_section, route, file, title) => {
  const text = textOf(`test/${file}`);
  const declared = text.split(`(\n  "${title}"`).join(`("${title}"`).split(`("${title}"`);
  expect(declared.length - 1, `test/${file} declares the test "${title}" once`).toBe(1);
  expect(declared[0], "it is not skipped").toMatch(/(?:\btest|\))$/);

  // a test of an endpoint stands at the endpoint's own path below test/; others import it, or send its address
  const named = [file.replace(/\.test\.ts$/, ""), ...(text.match(/(?<=from "#)functions\/[^"]+/g) ?? [])];
  const called = named.map((name) => `${name}.ts`).filter((name) => existsSync(urlOf(name)));
  const endpoints = called.map(endpointOf);
  const { methods, paths } = namedBy(route);
  for (const wanted of methods) {
    const isCalled = paths.some(
      (end) =>
        endpoints.some(({ method, path }) => method === wanted && path.endsWith(end.replace(/\/$/, ""))) ||
        (endpoints.length === 0 && text.includes(end.replace(/\{.*$/, ""))),
    );
    expect(isCalled, `test/${file} calls ${wanted} ${paths}`).toBe(true);
  }
});

test("the page lists every row, with its test", () => {
  const page = textOf("docs/design/published-client.md");
  const lines = rows.map(([section, route, file]) => `- ${section} · ${route} · \`test/${file}\``);
  const listed = page.split("\n").filter((line) => line.startsWith("- "));
  expect(listed).toEqual(lines);
});
