import { globSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { projectFolder } from "#lib/registry";
import { chooseSeed } from "#test/support/run/chance";
import { retry } from "#test/support/run/tries";
import { filesOfPart, readPart } from "../../bin/test-deployed/part.ts";

chooseSeed();

const part = readPart(process.env["GRIDLESS_TEST_PART"] ?? "1/1");
const endpoints = globSync("test/{functions,every-endpoint}/**/*.test.ts", { cwd: projectFolder });

/**
 * In the order of their paths: first what starts every function and the longest files, so that none of them is last; then folder by
 * folder, because the files of a folder call the same functions.
 */
class ByPath extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
  }
}

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
    sequence: { sequencer: ByPath },
    setupFiles: ["test/support/run/as-first.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    retry,
  },
});
