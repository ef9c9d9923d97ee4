import { existsSync, globSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import type { Metafile } from "esbuild";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import { constantsOf } from "#lib/stack/bundles/constants";
import { makeOnce } from "#lib/stack/bundles/keep-bundles";

/** An area that is made of the models of AI; `made` is how often, and `make` may do something meanwhile. */
function anArea(root: string, meanwhile = () => {}) {
  const folder = path.join(root, "out");
  const kept = path.join(root, "kept");
  const area = { made: 0, kept, take };
  async function take() {
    const make = async (): Promise<Metafile> => {
      area.made++;
      meanwhile();
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, "fill.mjs"), `made ${area.made}`);
      return { inputs: { "lib/ai/models.ts": { bytes: 1, imports: [] } }, outputs: {} };
    };
    await makeOnce({ area: "fill", folder, constants: constantsOf({}, []), parts: "" }, make, kept);
    return readFileSync(path.join(folder, "fill.mjs"), "utf8");
  }
  return area;
}

test("what a process that was killed has left half written is made again", async () => {
  const { folder: root, remove } = temporaryFolder();
  onTestFinished(remove);
  const area = anArea(root);
  await area.take();
  const [names = ""] = globSync("fill-*.json", { cwd: area.kept });
  writeFileSync(path.join(area.kept, names), "");
  expect(await area.take()).toBe("made 2");
  await area.take();
  expect(area.made).toBe(2);
  const [bundle = ""] = globSync("fill-*/bundle.json", { cwd: area.kept });
  writeFileSync(path.join(area.kept, bundle), "{");
  expect(await area.take()).toBe("made 3");
  expect(await area.take()).toBe("made 3");
});

test("what was half written more than a day ago is removed", async () => {
  const { folder: root, remove } = temporaryFolder();
  onTestFinished(remove);
  const area = anArea(root);
  const former = "0".repeat(16);
  const left = [`fill-${former}-${former}.123`, `fill-${former}.json`];
  const young = `fill-${former}-${former}.124`;
  for (const name of [...left, young]) mkdirSync(path.join(area.kept, name), { recursive: true });
  for (const name of left) utimesSync(path.join(area.kept, name), 1, 1);
  await area.take();
  expect(globSync(`fill-${former}*`, { cwd: area.kept })).toEqual([young]);
});

test("what cannot be written whole leaves nothing half", async () => {
  const { folder: root, remove } = temporaryFolder();
  onTestFinished(remove);
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  // a socket cannot be copied, as nothing can on a full disk
  const server = createServer();
  onTestFinished(() => void server.close());
  const area = anArea(root, () => {
    mkdirSync(path.join(root, "out"), { recursive: true });
    server.listen(path.join(root, "out", "s"));
  });
  expect(await area.take()).toBe("made 1");
  expect(said.mock.calls.flat().join()).toMatch(/^the bundle of fill is not kept/);
  expect(globSync("*", { cwd: area.kept })).toEqual([]);
});

test("a bundle during whose making a source was written is not kept", async () => {
  const { folder: root, remove } = temporaryFolder();
  onTestFinished(remove);
  const source = path.join(projectFolder, "README.md");
  const { atimeMs, mtimeMs } = statSync(source);
  const area = anArea(root, () => utimesSync(source, atimeMs / 1000, mtimeMs / 1000));
  expect(await area.take()).toBe("made 1");
  expect(existsSync(area.kept)).toBe(false);
});

test("a folder that cannot be written stops nothing", async () => {
  const { folder: root, remove } = temporaryFolder();
  onTestFinished(remove);
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  const area = anArea(root);
  writeFileSync(area.kept, "a file");
  expect(await area.take()).toBe("made 1");
  expect(said.mock.calls.flat().join()).toMatch(/^the bundle of fill is not kept for the next command: /);
});

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
