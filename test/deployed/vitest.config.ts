import { defineConfig } from "vitest/config";
import { projectFolder } from "#lib/registry";
import { retry } from "#test/support/run/tries";

/** The tests of the endpoints, and those that need a deployed stack. bin/test-deployed.ts runs them. */
export default defineConfig({
  root: projectFolder,
  test: {
    include: [
      "test/functions/**/*.test.ts",
      "test/every-endpoint/**/*.test.ts",
      "test/deployed/**/*.test.ts",
    ],
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
