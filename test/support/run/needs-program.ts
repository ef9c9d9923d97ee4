/* Programs that a machine with only Node and npm may lack. */
import { spawnSync } from "node:child_process";
import { TestRunner } from "vitest";

/** Skips the running test on a machine without one of these programs. In the pipeline, which has them, it goes on, and fails. */
export function needsProgram(...names: string[]): void {
  if (process.env["CI"]) return;
  const missing = names.find((name) => spawnSync(name, ["--version"]).error);
  if (missing !== undefined)
    TestRunner.getCurrentTest()?.context.skip(`there is no ${missing} on this machine`);
}
