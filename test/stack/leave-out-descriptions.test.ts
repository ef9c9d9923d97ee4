import { globSync, readFileSync } from "node:fs";
import { transform } from "esbuild";
import { describe, expect, test } from "vitest";
import { withoutDescriptions } from "#lib/stack/bundles/leave-out-descriptions";

describe("descriptions are cut out of sources", () => {
  test.each([
    ['z.string().meta({ description: "A name." }).min(1)', "z.string().min(1)"],
    ["z\n  .string()\n  .meta({ id: 'Name', examples: [['a'], [{ b: 1 }]] });", "z\n  .string();"],
    ['a.meta({ description: "such as ) or }]" }), b.meta({})', "a, b"],
    ["a.meta({ description: `one ) two` })", "a"],
    ["a.meta({\n  // a smile :)\n  description: 'x', /* ) */\n})", "a"],
    ['a.meta({ description: "a \\") b" })', "a"],
    ["z.object({ a: b.meta({ c: d.meta({}) }) }).meta({})", "z.object({ a: b })"],
    ["import.meta.dirname", "import.meta.dirname"],
  ])("%j", (source, expected) => {
    expect(withoutDescriptions(source)).toBe(expected);
  });

  test("a call without an end is refused", () => {
    expect(() => withoutDescriptions("a.meta({")).toThrow("has no end");
  });

  test("every source of ours is still a module", async () => {
    const files = globSync(["lib/schemas/**/*.ts", "functions/**/*.ts"]);
    expect(files.length).toBeGreaterThan(200);
    for (const file of files) {
      const source = withoutDescriptions(readFileSync(file, "utf8"));
      expect(source).not.toContain(".meta(");
      await transform(source, { loader: "ts", sourcefile: file });
    }
  });
});
