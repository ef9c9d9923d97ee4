import { globSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { configDefaults, defineConfig } from "vitest/config";

/** What changes the process or what is imported for good, or takes more memory than a process gives back. */
const changesItsProcess = [
  "test/data/identity/network.test.ts",
  "test/store/retry.test.ts",
  "test/engine/field-types/time-zone-of-process.test.ts",
  "test/every-endpoint/outage.test.ts",
  "test/events/sqs.test.ts",
  "test/faults/**/*.test.ts",
  "test/files/s3*.test.ts",
  "test/http/log*.test.ts",
  "test/load/**/*.test.ts",
  "test/local/**/*.test.ts",
  "test/mail/ses.test.ts",
  "test/pages/**/*.test.ts",
  "test/stack/**/*.test.ts",
];

/** What works on a store of its own: clients and what was made once are of the store that a process began with. */
const hasItsStore = globSync("test/**/*.test.ts").filter((file) =>
  readFileSync(file, "utf8").includes("useOwnStore"),
);

/** Tests of the emulator, which is not made for every platform. */
const needsDynoxide = "test/local/dynoxide/**";
const isInstalled = findPackageJSON("@dynoxide/linux-x64", import.meta.url) !== undefined;

const alone = [...changesItsProcess, ...hasItsStore];

const every = {
  // bin/test-deployed.ts runs those
  exclude: [...configDefaults.exclude, "test/deployed/**", ...(isInstalled ? [] : [needsDynoxide])],
  // a machine with other things to do is no failure
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    globalSetup: [
      "test/support/store/store.ts",
      "test/support/run/document.ts",
      "test/support/run/shared.ts",
    ],
    // one a core; vitest leaves one free, but much of the time is spent waiting for the store
    maxWorkers: "100%",
    // of tests that mostly wait
    maxConcurrency: 12,
    reporters: ["default", "./test/support/run/count.ts"],
    projects: [
      {
        test: {
          name: "alone",
          include: alone,
          ...every,
          setupFiles: ["test/support/store/engine.ts"],
        },
      },
      {
        test: {
          name: "together",
          include: ["test/**/*.test.ts"],
          ...every,
          exclude: [...every.exclude, ...alone],
          // a worker takes one file after another, and imports what they share once
          isolate: false,
          setupFiles: ["test/support/run/as-first.ts", "test/support/store/engine.ts"],
        },
      },
    ],
  },
});
