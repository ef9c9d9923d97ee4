/* What a function loads at a cold start: its file and all chunks that it imports statically, but not those behind `import()`. */
import path from "node:path";
import { projectFolder } from "#lib/registry";
import type { AreaBundle } from "./bundle.ts";

export interface Contents {
  bytes: number;
  /** Its own file and the chunks, relative to the project's folder. */
  files: string[];
  /** The source files that have code in the bundle, relative to the project's folder. */
  inputs: string[];
}

/** Throws if the operation is not in the bundle. */
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
  const bytes = loaded.reduce((sum, { bytes }) => sum + bytes, 0);
  return { bytes, files: [...reached], inputs: [...new Set(inputs)] };
}
