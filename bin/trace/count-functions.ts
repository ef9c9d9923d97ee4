/* Counts our files and functions that run for a piece of work: those of lib and functions, without lib/local, which replaces AWS. */
import { fileURLToPath } from "node:url";
import { projectFolder } from "#lib/registry";
import { startCoverage } from "#test/support/run/coverage";

/** Names of functions by file, for example `lib/store/commit.ts`; a function without a name has its place in the file. */
export type Trace = ReadonlyMap<string, readonly string[]>;

/** Starts counting; the result runs a piece of work and gives what ran. Must be called before the code to count is imported. */
export async function startTracing(): Promise<(work: () => unknown) => Promise<Trace>> {
  const cover = await startCoverage(false);
  return async (work) =>
    new Map(
      (await cover(work)).flatMap(({ url, functions }): [string, string[]][] => {
        const file = fileOf(url);
        const ran = functions.filter(({ ranges: [range] }) => range && range.count > 0);
        // the first one is the module itself
        const names = ran
          .filter(({ ranges: [range] }) => range?.startOffset !== 0)
          .map(({ functionName, ranges: [range] }) => functionName || `at ${range?.startOffset}`);
        return file && names.length > 0 ? [[file, names]] : [];
      }),
    );
}

function fileOf(url: string): string | undefined {
  if (!url.startsWith("file:")) return undefined;
  const file = fileURLToPath(url).replace(`${projectFolder}/`, "");
  return /^(lib|functions)\/(?!local\/)/.test(file) ? file : undefined;
}

export const countFunctions = (trace: Trace): number =>
  [...trace.values()].reduce((sum, names) => sum + names.length, 0);
