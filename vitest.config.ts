import { globSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { availableParallelism } from "node:os";
import { join, matchesGlob } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { chooseSeed } from "./test/support/run/chance.ts";
import { forgetSettings } from "./test/support/run/own-settings.ts";
import { leaveSlowFiles } from "./test/support/run/slow-files.ts";
import { retry } from "./test/support/run/tries.ts";

/** Tests of pure code: they need neither the store nor the HTTP interface. */
const ofEngine = ["test/{access,ai,engine,schemas}/**/*.test.ts"];
/** Tests of what is stored. */
const ofData = ["test/{data,events,files,mail,outgoing,store}/**/*.test.ts"];
/** Tests in a browser. */
const ofPages = ["test/pages/**/*.test.ts"];

/** Tests that change the process or imported modules permanently, or need much memory. */
const changesItsProcess = [
  // it counts all reads of the process: one that another file left would be in its way
  "test/data/records/scan-turns.test.ts",
  "test/data/identity/network.test.ts",
  "test/store/retry.test.ts",
  "test/engine/field-types/time-zone-of-process.test.ts",
  "test/every-endpoint/outage.test.ts",
  "test/events/sqs.test.ts",
  "test/faults/**/*.test.ts",
  "test/files/s3*.test.ts",
  "test/http/log*.test.ts",
  "test/load/**/*.test.ts",
  "test/local/{dynoxide,events,store}/**/*.test.ts",
  "test/local/gateway/{answer-in-time,log-lines}.test.ts",
  "test/local/limit-memory.test.ts",
  "test/mail/ses.test.ts",
  "test/stack/**/*.test.ts",
];

/** Tests with their own store. */
const hasItsStore = globSync("test/**/*.test.ts").filter((file) =>
  readFileSync(file, "utf8").includes("useOwnStore"),
);

/** Tests of the emulator, which is not made for every platform. */
const needsDynoxide = "test/local/dynoxide/**";
const isInstalled = findPackageJSON("@dynoxide/linux-x64", import.meta.url) !== undefined;

/*
 * On the embedded engine an own store is a new engine in the memory of the process, and the next file goes back to that of the
 * worker. Elsewhere it is another table, and a process keeps the name of its table.
 */
const isEmbedded = !process.env["GRIDLESS_ENGINE"] && !process.env["AWS_ENDPOINT_URL_DYNAMODB"];
const slow = [...changesItsProcess, ...(isEmbedded ? [] : hasItsStore)];

/** What reads and writes through lib/store. With GRIDLESS_ENGINE these alone are run: they prove that another engine answers alike. */
const testsOfData = [
  "test/{data,events,every-endpoint,faults,functions,http,load,oauth,store}/**",
  "test/{access-matrix,openapi,round-trips,round-trips.batches,secrets}.test.ts",
  "test/local/events/**",
];
const otherTests = globSync("test/**/*.test.ts").filter(
  (file) => !testsOfData.some((each) => matchesGlob(file, each)),
);

forgetSettings(process.env);

// one seed for all random choices of the run (test/support/run/chance.ts)
chooseSeed();

const every = {
  // units and requests are counted exactly; tests of notes set it
  env: { GRIDLESS_PAGES_PER_NOTE: "0" },
  // bin/test-deployed.ts runs these
  exclude: [
    ...configDefaults.exclude,
    "test/deployed/**",
    ...(isInstalled ? [] : [needsDynoxide]),
    ...leaveSlowFiles(process.argv.slice(3)),
    ...(process.env["GRIDLESS_ENGINE"] ? otherTests : []),
  ],
  // generous, so that tests do not fail on a busy machine
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
  retry,
};

// workers load what Node compiled for those before them; test/support/store/engine.ts keeps it from what tests start
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled-for-tests");

const setup = (...first: string[]) => [
  ...first,
  "test/support/run/cheap-passwords.ts",
  "test/support/store/engine.ts",
  "test/support/run/document.ts",
  "test/support/run/seed.ts",
];

/** A worker runs one file after another, and imports shared modules once. */
const together = (name: string, include: string[], exclude: string[] = []) => ({
  test: {
    name,
    include,
    ...every,
    exclude: [...every.exclude, ...slow, ...exclude],
    isolate: false,
    setupFiles: setup("test/support/run/as-first.ts"),
  },
});

/** A process for each file. */
const alone = (name: string, include: string[]) => ({
  test: { name, include, ...every, setupFiles: setup() },
});

export default defineConfig({
  test: {
    globalSetup: ["test/support/store/store.ts", "test/support/run/shared.ts"],
    // DynamoDB Local does one thing at a time. Else more workers than cores: many tests wait for processes and timers
    maxWorkers: process.env["GRIDLESS_ENGINE"] === "local" ? 1 : 2 * availableParallelism(),
    // high, because tests mostly wait
    maxConcurrency: 12,
    reporters: ["default", "./test/support/run/count.ts"],
    // by what they need; `npm test -- --project engine` runs one. `http` has all that is in no other.
    projects: [
      alone("slow", slow),
      alone("pages", ofPages),
      together("http", ["test/**/*.test.ts"], [...ofEngine, ...ofData, ...ofPages]),
      together("data", ofData),
      together("engine", ofEngine),
    ],
  },
});
