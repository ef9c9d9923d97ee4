/* Merged files do what the chunks did: the same modules run once, in the same order, and names stay names of what changes. */
import { cp, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { mergeChunks } from "#lib/build/merge-chunks";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { runNode } from "./support/bundled.ts";

/** Three functions; each module says when it runs. */
const sources = {
  "log.ts": `export const log: string[] = [];`,
  // a name that changes, names as merged files make them, a default, and a class that another module extends
  "state.ts": `import { log } from "./log.ts"; log.push("state");
    export let count = 0; export const add = () => ++count;
    export const m1_a = "m1_a", m1_count = "m1_count"; export default class Base { own = "base"; }`,
  "one-way.ts": `import { log } from "./log.ts"; import { other } from "./back.ts"; log.push("one-way");
    export function one() { return "one" + other(); }`,
  "back.ts": `import { log } from "./log.ts"; import { one } from "./one-way.ts"; log.push("back");
    export function other() { return typeof one; }`,
  "effect.ts": `import { log } from "./log.ts"; log.push("effect");`,
  "common.cjs": `exports.common = "common"; exports["default"] = "of common";`,
  "late.ts": `import { log } from "./log.ts"; import Base, { count, add, m1_a, m1_count } from "./state.ts";
    import { one } from "./one-way.ts"; log.push("late");
    export default class Late extends Base { late = "late"; }
    export const seen = () => [add(), count, m1_a, m1_count, one()];`,
  "later.ts": `import { log } from "./log.ts"; import { add } from "./state.ts"; import common from "./common.cjs"; log.push("later");
    export const later = async () => [add(), common.common, (await import("./state.ts")).count];`,
  "first.ts": `import "./effect.ts"; import { log } from "./log.ts"; import Base, { count, add } from "./state.ts";
    import { one } from "./one-way.ts"; log.push("first");
    export const handler = async () => {
      add();
      const late = await import("./late.ts");
      const { later } = await import("./later.ts");
      const state = await import("./state.ts");
      return { log, made: { ...new late.default() }, isBase: new late.default() instanceof Base, seen: late.seen(), later: await later(),
        count, same: state.add === add && state.default === Base, keys: Object.keys(late).sort(), one: one() };
    };`,
  "second.ts": `import { log } from "./log.ts"; import { add, count, m1_a } from "./state.ts"; log.push("second");
    export const handler = async () => ({ log, added: [add(), m1_a], later: await (await import("./later.ts")).later(), count });`,
  "third.ts": `import { log } from "./log.ts"; import "./effect.ts"; log.push("third");
    export const handler = async () => {
      const [late, { later }] = await Promise.all([import("./late.ts"), import("./later.ts")]);
      return { log: log.toSorted(), seen: late.seen(), later: await later() };
    };`,
};
const functions = ["first", "second", "third"];

test.each([[functions], [["first"]], [["first", "third"]], [["second", "third"]]])(
  "%j answer the same, from no more files",
  async (some) => {
    const { folder: root, remove } = temporaryFolder();
    try {
      for (const [name, text] of Object.entries(sources)) await writeFile(path.join(root, name), text);
      const folder = path.join(root, "out");
      const options = {
        absWorkingDir: root,
        bundle: true,
        minify: true,
        metafile: true,
        format: "esm",
        platform: "node",
        target: "node24",
        outExtension: { ".js": ".mjs" },
      } as const;
      const { metafile } = await build({
        ...options,
        splitting: true,
        entryPoints: some.map((name) => ({ in: `${name}.ts`, out: name })),
        chunkNames: "chunks/GET/[name]-[hash]",
        outdir: folder,
      });
      const before = path.join(root, "before");
      await mkdir(before);
      await cp(folder, before, { recursive: true });
      const merged = await mergeChunks({ metafile, root, folder, options });
      expect(Object.keys(merged.outputs).length).toBeLessThanOrEqual(Object.keys(metafile.outputs).length);
      const answersOf = async (where: string) => {
        const answers: unknown[] = [];
        for (const name of some) {
          const url = pathToFileURL(path.join(where, `${name}.mjs`)).href;
          const script = `const { handler } = await import(${JSON.stringify(url)});
            console.log(JSON.stringify([await handler(), await handler()]));`;
          answers.push(await runNode(script, {}, root));
        }
        return answers;
      };
      expect(await answersOf(folder)).toEqual(await answersOf(before));
    } finally {
      remove();
    }
  },
);
