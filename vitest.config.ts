import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/store.ts", "test/support/document.ts"],
    // a machine with other things to do is no failure
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "./test/support/count.ts"],
  },
});
