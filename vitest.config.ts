import { configDefaults, defineConfig } from "vitest/config";

/** What changes the process or what is imported for good, or counts what a process does first: each in a process of its own. */
const alone = [
  "test/data/network.test.ts",
  "test/data/retry.test.ts",
  "test/engine/field-types/time-zone-of-process.test.ts",
  "test/files/s3.test.ts",
  "test/http/log*.test.ts",
  "test/local/**/*.test.ts",
  "test/load/**/*.test.ts",
  "test/mail/ses.test.ts",
  "test/events/sqs.test.ts",
  "test/pages/**/*.test.ts",
  // what bundles takes gigabytes, and gives them back only when its process ends
  "test/stack/**/*.test.ts",
  "test/secrets.test.ts",
  "test/every-endpoint/outage.test.ts",
];

const every = {
  // bin/test-deployed.ts runs those
  exclude: [...configDefaults.exclude, "test/deployed/**"],
  // a machine with other things to do is no failure
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    globalSetup: ["test/support/store.ts", "test/support/document.ts", "test/support/shared.ts"],
    // one a core; vitest leaves one free, but much of the time is spent waiting for the store
    maxWorkers: "100%",
    // of tests that mostly wait
    maxConcurrency: 12,
    reporters: ["default", "./test/support/count.ts"],
    projects: [
      { test: { name: "alone", include: alone, ...every } },
      {
        test: {
          ...{ name: "together", include: ["test/**/*.test.ts"], ...every },
          exclude: [...every.exclude, ...alone],
          // a worker takes one file after another, and imports what they share once
          isolate: false,
          setupFiles: ["test/support/as-first.ts"],
        },
      },
    ],
  },
});
