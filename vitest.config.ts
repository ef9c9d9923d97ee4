import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // bin/test-deployed.ts runs those
    exclude: [...configDefaults.exclude, "test/deployed/**"],
    globalSetup: ["test/support/store.ts", "test/support/document.ts", "test/support/shared.ts"],
    // one a core; vitest leaves one free, but much of the time is spent waiting for the store
    maxWorkers: "100%",
    // of tests that mostly wait
    maxConcurrency: 12,
    // a machine with other things to do is no failure
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "./test/support/count.ts"],
  },
});
