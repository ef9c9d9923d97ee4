/* What a function's start has to load: its file and every chunk that imports reach, those that wait for `import()` left out. */
import path from "node:path";
import { projectFolder } from "#lib/registry";
import type { AreaBundle } from "./bundle.ts";

export interface Contents {
  bytes: number;
  /** Of its sources, from the project's folder, those that something is left of. */
  inputs: string[];
}

export function contentsOf({ folder, metafile: { outputs } }: AreaBundle, operation: string): Contents {
  const reached = new Set<string>();
  const reach = (output: string) => {
    if (reached.has(output)) return;
    reached.add(output);
    for (const { path, kind, external } of outputs[output]?.imports ?? [])
      if (kind === "import-statement" && !external) reach(path);
  };
  reach(path.relative(projectFolder, path.join(folder, `${operation}.mjs`)));

  const loaded = [...reached].flatMap((output) => outputs[output] ?? []);
  if (loaded.length === 0) throw new Error(`${operation} is not in the bundle of ${folder}`);
  const inputs = loaded.flatMap((output) =>
    Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  return { bytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0), inputs: [...new Set(inputs)] };
}
