import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Metafile } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import { constantsOf } from "#lib/stack/bundles/constants";
import { makeOnce } from "#lib/stack/bundles/keep-bundles";

test("a bundle is made again only for another value of a constant that it reads", async () => {
  const { folder: root, remove } = temporaryFolder();
  onTestFinished(remove);
  let made = 0;
  /** Bundles the models of AI into a folder; gives how often something was made so far. */
  const bundle = async (name: string, settings: Parameters<typeof constantsOf>[0], parts = "") => {
    const folder = path.join(root, name);
    const output = `${path.relative(projectFolder, folder)}/fill.mjs`;
    const make = async (): Promise<Metafile> => {
      made++;
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, "fill.mjs"), `made ${made}`);
      const inputs = { "lib/ai/models.ts": { bytes: 1, imports: [] } };
      return { inputs, outputs: { [output]: { bytes: 6, inputs: {}, imports: [], exports: [] } } };
    };
    const asked = { area: "fill", folder, constants: constantsOf(settings, []), parts };
    const metafile = await makeOnce(asked, make, path.join(root, "kept"));
    expect(Object.keys(metafile.outputs)).toEqual([output]);
    return readFileSync(path.join(folder, "fill.mjs"), "utf8");
  };
  const plain = {};
  const withModels = { aiModels: "m=amazon.nova-micro-v1:0" };
  expect(await bundle("one", plain)).toBe("made 1");
  expect(await bundle("two", plain)).toBe("made 1");
  expect(await bundle("mails", { mailFrom: "ada@example.org" })).toBe("made 1");
  expect(await bundle("models", withModels)).toBe("made 2");
  expect(await bundle("models again", withModels)).toBe("made 2");
  expect(await bundle("one", plain)).toBe("made 1");
  expect(await bundle("other endpoints", plain, "more")).toBe("made 3");
  expect(made).toBe(3);

  // four are kept, those that were used last
  const valuesOf = (id: string) => ({ aiModels: `m=amazon.${id}` });
  expect(await bundle("fourth", valuesOf("a"))).toBe("made 4");
  expect(await bundle("one", plain)).toBe("made 1");
  expect(await bundle("fifth", valuesOf("b"))).toBe("made 5");
  expect(globSync("fill-*/", { cwd: path.join(root, "kept") })).toHaveLength(4);
  expect(await bundle("one", plain)).toBe("made 1");
  expect(await bundle("models once more", withModels)).toBe("made 6");
});
