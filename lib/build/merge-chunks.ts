/*
 * Merges the chunks of a build that are always loaded together, because a cold start pays for each file: to find it, to read it, and to
 * link its names. esbuild makes a chunk for each combination of functions and late imports, 46 for the call that updates records.
 *
 * Chunks that the same functions load at their start become one file; those of one function become part of its own file. What is only
 * loaded later (`import()`) stays as it is, and imports from the merged files. A build of something else says itself what becomes one file.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

export type Outputs = Metafile["outputs"];
type Output = Outputs[string];

/** The file that each output becomes part of. The first output of a file keeps its names; an output that is loaded later must be first or alone. */
export type Merged = Map<string, string>;

interface Build {
  metafile: Metafile;
  /** The folder that names in the metafile are relative to. */
  root: string;
  /** The folder that the build has written. */
  folder: string;
  options: BuildOptions & { metafile: true };
  /** Says which outputs become one file; by default as the head of this file says. */
  plan?(outputs: Outputs): Merged;
}

/** Writes the merged files in place of the chunks, and answers what is in them, in the form of esbuild. */
export async function mergeChunks({ metafile, root, folder, options, plan }: Build): Promise<Metafile> {
  const merged = (plan ?? planFiles)(metafile.outputs);
  const members = Map.groupBy(merged.keys(), (output) => merged.get(output) ?? output);
  const imported = await findImported(merged, root);
  const made = await build({
    ...options,
    absWorkingDir: root,
    banner: {},
    splitting: false,
    entryNames: "[dir]/[name]",
    entryPoints: [...members.keys()].map((file) => ({
      in: `merged:${file}`,
      out: path.relative(folder, path.join(root, withoutExtension(file))),
    })),
    outdir: folder,
    plugins: [joinMembers({ outputs: metafile.outputs, merged, members, imported, root })],
    write: false,
  });
  for (const output of merged.keys()) await rm(path.join(root, output));
  for (const { path: file, contents } of made.outputFiles) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
  const describe = ([file, all]: [string, string[]]) => {
    const outputs = all.flatMap((each) => metafile.outputs[each] ?? []);
    return [file, describeMerged(file, made.metafile.outputs[file], outputs)];
  };
  return { inputs: metafile.inputs, outputs: Object.fromEntries([...members].map(describe)) };
}

/**
 * Chunks become one file if the same functions load them at their start, and the same functions can load them later. What no function
 * loads at its start stays alone.
 */
function planFiles(outputs: Outputs): Merged {
  const functions = Object.keys(outputs).filter((output) => isFunction(outputs, output));
  const reached = functions.map((file) => ({
    file,
    atStart: reachFrom(outputs, file, ["import-statement"]),
    ever: reachFrom(outputs, file, ["import-statement", "dynamic-import"]),
  }));
  const files = new Map<string, string>();
  // functions first: the first output gives its name to the file
  const ordered = [...functions, ...Object.keys(outputs).filter((output) => !functions.includes(output))];
  return new Map(
    ordered.map((output) => {
      const atStart = reached.flatMap(({ file, atStart }) => (atStart.has(output) ? [file] : []));
      const ever = reached.flatMap(({ file, ever }) => (ever.has(output) ? [file] : []));
      const key = atStart.length > 0 ? `${atStart} ${ever}` : output;
      const file = files.get(key) ?? output;
      files.set(key, file);
      return [output, file];
    }),
  );
}

/** Outputs of `import()` have an entry point too; these lie among the chunks. */
const isFunction = (outputs: Outputs, output: string): boolean =>
  Boolean(outputs[output]?.entryPoint) && !output.includes("/chunks/");

/** What an output imports, and what that imports, by these kinds of imports; itself too. */
export function reachFrom(outputs: Outputs, entry: string, kinds: string[]): Set<string> {
  const reached = new Set<string>();
  const reach = (output: string) => {
    if (reached.has(output)) return;
    reached.add(output);
    for (const { path, kind, external } of outputs[output]?.imports ?? [])
      if (kinds.includes(kind) && !external) reach(path);
  };
  reach(entry);
  return reached;
}

/** As esbuild writes it: `import{a as b,c}from"./chunk.mjs"`. */
const importOf = /import\{([^}]*)\}from"(\.[^"]*)"/g;

/** For each output, the names that other files import from it. What only its own file uses needs no export. */
async function findImported(merged: Merged, root: string): Promise<Map<string, Set<string>>> {
  const imported = new Map([...merged.keys()].map((output) => [output, new Set<string>()]));
  for (const [output, file] of merged) {
    const text = await readFile(path.join(root, output), "utf8");
    for (const [, names = "", target = ""] of text.matchAll(importOf)) {
      const from = path.join(path.dirname(output), target);
      if (merged.get(from) === file) continue;
      for (const name of names.split(",")) imported.get(from)?.add(name.split(" as ")[0] ?? name);
    }
  }
  return imported;
}

interface Plan {
  outputs: Outputs;
  merged: Merged;
  imported: Map<string, Set<string>>;
  members: Map<string, string[]>;
  root: string;
}

/**
 * A merged file exports the names of its first output as they are, and those of the others with the number of their output before them;
 * what imports from one of them, imports by that name.
 */
function joinMembers({ outputs, merged, members, imported, root }: Plan): Plugin {
  const nameIn = (output: string, name: string): string => {
    const number = members.get(merged.get(output) ?? output)?.indexOf(output);
    return number ? `m${number}_${name}` : name;
  };
  const exportsOf = (output: string, from: string, write: (name: string) => string): string => {
    const { exports = [], entryPoint } = outputs[output] ?? {};
    const names = exports.filter((name) => entryPoint || imported.get(output)?.has(name));
    return names.length > 0 ? `export { ${names.map(write).join(", ")} } from ${from};` : `import ${from};`;
  };
  return {
    name: "merge chunks",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^merged:/ }, ({ path: file }) => ({ path: file.slice(7), namespace: "merged" }));
      onLoad({ filter: /./, namespace: "merged" }, ({ path: file }) => ({
        contents: (members.get(file) ?? [])
          .map((output) =>
            exportsOf(
              output,
              JSON.stringify(path.join(root, output)),
              (name) => `${name} as ${nameIn(output, name)}`,
            ),
          )
          .join("\n"),
        resolveDir: root,
      }));
      onResolve({ filter: /./, namespace: "elsewhere" }, ({ path: file }) => ({
        path: file,
        external: true,
      }));
      onResolve({ filter: /^\.|^\// }, ({ path: wanted, importer, kind, namespace, resolveDir }) => {
        const file = path.resolve(resolveDir, wanted);
        if (namespace === "merged") return { path: file };
        const output = path.relative(root, file);
        const [from, to] = [path.relative(root, importer), output].map((each) => merged.get(each) ?? each);
        if (from === undefined || to === undefined) throw new Error(`${wanted} is not in the build`);
        if (kind === "dynamic-import") {
          // it takes what it finds there by the names that it knows
          if (nameIn(output, "") !== "")
            throw new Error(`${wanted} is loaded later, and has other names now`);
          return { path: relativeImport(from, to), external: true };
        }
        if (from === to) return { path: file };
        return {
          path: output,
          namespace: "elsewhere",
          pluginData: relativeImport(from, to),
          suffix: `?${from}`,
        };
      });
      onLoad({ filter: /./, namespace: "elsewhere" }, ({ path: output, pluginData }) => ({
        contents: exportsOf(
          output,
          JSON.stringify(pluginData),
          (name) => `${nameIn(output, name)} as ${name}`,
        ),
      }));
    },
  };
}

const relativeImport = (from: string, to: string): string => {
  const relative = path.relative(path.dirname(from), to);
  return relative.startsWith(".") ? relative : `./${relative}`;
};

const withoutExtension = (file: string): string => file.slice(0, -path.extname(file).length);

/** The imports of files that lie beside it, and the source files of all its members. */
function describeMerged(file: string, made: Output | undefined, members: Output[]): Output {
  const inputs = members.flatMap(({ inputs }) => Object.entries(inputs));
  return {
    bytes: made?.bytes ?? 0,
    exports: [],
    inputs: Object.fromEntries(inputs),
    imports: (made?.imports ?? []).map((each) =>
      each.path.startsWith(".") ? { path: path.join(path.dirname(file), each.path), kind: each.kind } : each,
    ),
  };
}
