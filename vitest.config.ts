import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/store.ts", "test/support/document.ts"],
    reporters: ["default", "./test/support/count.ts"],
  },
});
