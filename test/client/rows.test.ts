import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { later, rows } from "./rows.ts";

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test.each(rows)("%s %s has its test", (_section, _route, file, title) => {
  expect(textOf(`test/${file}`).includes(title), `test/${file} has no test "${title}"`).toBe(true);
});

test("the page lists every row, with its test or as later", () => {
  const page = textOf("docs/design/published-client.md");
  const lines = [
    ...rows.map(([section, route, file]) => `- ${section} · ${route} · \`test/${file}\``),
    ...later.map(([section, route]) => `- ${section} · ${route}`),
  ];
  const listed = page.split("\n").filter((line) => line.startsWith("- "));
  expect(listed).toEqual(lines);
});
