/* The bundles as they are deployed, in a folder of the test file's own, and a Node of their own to run them in. */
import { execFile } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { temporaryFolder } from "#lib/local/data-folder";
import { readRegistry } from "#lib/registry";
import { bundle } from "#lib/stack/bundle";
import { contentsOf } from "#lib/stack/bundle-contents";
import type { Constants } from "#lib/stack/constants";

export async function bundled(constants?: Constants) {
  const { folder, remove } = temporaryFolder();
  const areas = await bundle(await readRegistry(), folder, constants);
  const functions = areas.flatMap((area) =>
    area.functions.map(({ operation, file }) => ({
      ...{ operation, file, area: area.area, folder: area.folder },
      url: pathToFileURL(path.join(area.folder, `${operation}.mjs`)).href,
      ...contentsOf(area, operation),
    })),
  );
  return { areas, functions, remove };
}

/** Gives what the script prints, as JSON, once its process has come to an end by itself. */
export async function runNode(script: string, env: NodeJS.ProcessEnv, cwd: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    env,
    cwd,
    timeout: 20_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}
