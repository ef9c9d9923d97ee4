/* Setup of each test file: its random numbers, and those of fast-check, follow from the seed of the run (chance.ts). */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { projectFolder } from "#lib/registry";
import { seedOfRun, startChance } from "./chance.ts";

const file = expect.getState().testPath ?? "";
startChance(path.relative(projectFolder, file));
if (readFileSync(file, "utf8").includes("fast-check")) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({ seed: seedOfRun() });
}
