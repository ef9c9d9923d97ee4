import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { fieldTypeNames, findFieldType } from "#lib/engine/field-types/index";

const camelCase = (file: string) =>
  file.replace(/\.ts$/, "").replace(/-(.)/g, (_, letter) => letter.toUpperCase());

test("every file in the folder is a field type of that name", () => {
  const files = readdirSync(new URL("../../../lib/engine/field-types", import.meta.url));
  const names = files.filter((file) => file.endsWith(".ts") && file !== "index.ts").map(camelCase);
  const message = "give each file its import and its place in the list of lib/engine/field-types/index.ts";
  expect([...fieldTypeNames].sort(), message).toEqual(names.sort());
  for (const name of names) expect(findFieldType(name)?.type).toBe(name);
});

test.each(["__proto__", "toString", "", "Number"])("%j is not a field type", (name) => {
  expect(findFieldType(name)).toBeUndefined();
});
