import { globSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { projectFolder } from "#lib/registry";
import { retry } from "#test/support/run/tries";
import { filesOfPart, readPart } from "../../bin/test-deployed/part.ts";

const part = readPart(process.env["GRIDLESS_TEST_PART"] ?? "1/1");
const endpoints = globSync("test/{functions,every-endpoint}/**/*.test.ts", { cwd: projectFolder });

/** The tests of the endpoints, and those that need a deployed stack. bin/test-deployed.ts runs them. */
export default defineConfig({
  root: projectFolder,
  test: {
    include: [...filesOfPart(endpoints, part), "test/deployed/**/*.test.ts"],
    reporters: ["default", "./test/deployed/report.ts"],
    // few, because the emulator is one process on the same cores
    maxWorkers: 3,
    // as in process: a worker runs one file after another, and imports shared modules once
    isolate: false,
    setupFiles: ["test/support/run/as-first.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    retry,
  },
});
