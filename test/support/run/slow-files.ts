/*
 * The slow files of tests take turns: they start processes, browsers and synths, or try thousands of cases, and take three quarters of the
 * time of all tests. `npm test` runs every other file and a tenth of these, another tenth in the next run; .ci/run runs a quarter of them. A run
 * that names files or a project runs all it names, and GRIDLESS_SAMPLE=all runs all there are. The last lines say how many were run.
 */
import { globSync } from "node:fs";
import { seedOfRun } from "./chance.ts";
import { areAllAsked } from "./sample.ts";

const slowFiles = [
  "test/{bin,clients,data/indexes,every-endpoint,faults,load,pages,stack}/**/*.test.ts",
  "test/local/{dynoxide,embedded,functions}/**/*.test.ts",
  "test/{access-matrix,openapi,openapi-types,round-trips}.test.ts",
  "test/data/links/titles-*.test.ts",
  "test/data/undo/undo-operation.test.ts",
  "test/docs/guide.test.ts",
  "test/files/picture-process.test.ts",
  "test/functions/trash/restore-link-fields.test.ts",
];

/** Files that have their turn together: those of the stack read one synth, which takes a minute. */
const turnOf = (file: string) => (file.startsWith("test/stack/") ? "test/stack" : file);

/** Whether the command names what to run: after `vitest run`. */
const namesFiles = (args: string[]) =>
  args.some((each) => !each.startsWith("-") || each.startsWith("--project="));

/** The slow files that are left to other runs. `args` are those of the command, for example `["test/bin"]`. */
export function leaveSlowFiles(args: string[]): string[] {
  if (areAllAsked || namesFiles(args) || process.env["GRIDLESS_ENGINE"]) return [];
  const files = globSync(slowFiles);
  const turns = [...new Set(files.map(turnOf))].sort();
  const every = process.env["CI"] ? 4 : 10;
  const left = files.filter((file) => (turns.indexOf(turnOf(file)) + seedOfRun()) % every > 0);
  process.env["GRIDLESS_TEST_SLOW"] = `${files.length - left.length} of ${files.length}`;
  return left;
}

/** A line about slow files that were left out; none if all were run. */
export function slowFilesLine(): string[] {
  const said = process.env["GRIDLESS_TEST_SLOW"];
  return said ? [`  ${said} slow files were run, in turn: GRIDLESS_SAMPLE=all npm test runs them all`] : [];
}
