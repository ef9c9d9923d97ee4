/*
 * The slow files of tests take turns: they start processes, browsers and synths, try thousands of cases, or take more than some 12 seconds, and
 * take four fifths of the time of all tests. `npm test` runs every other file and a twentieth of these, another twentieth in the next run;
 * .ci/run runs a sixth of them. A run that names files or a project runs all it names, and GRIDLESS_SAMPLE=all runs all there are. The last
 * lines say how many were run.
 */
import { globSync } from "node:fs";
import { seedOfRun } from "./chance.ts";
import { areAllAsked } from "./sample.ts";

const slowFiles = [
  "test/{bin,clients,data/conversions,data/indexes,every-endpoint,faults,load,pages,stack}/**/*.test.ts",
  "test/local/{dynoxide,embedded,functions}/**/*.test.ts",
  "test/{access-matrix,docs-operations,openapi,openapi-types,round-trips,round-trips.*}.test.ts",
  "test/data/{ai/whatever,links/carried-cells,links/titles-*,records/thumbnails}.test.ts",
  "test/data/undo/undo-{operation,schema}.test.ts",
  "test/docs/guide.test.ts",
  "test/engine/order-keys/text-key.test.ts",
  "test/files/picture-process.test.ts",
  "test/functions/{field,record}/{change-relation*,undo-operation,unique}.test.ts",
  "test/functions/{csv,field,record}/**/hostile*.test.ts",
  "test/functions/record/links/{answers,at-once}.test.ts",
  "test/functions/share/unknown-cells.test.ts",
  "test/functions/space/import-base.test.ts",
  "test/functions/table/create-table.limits.test.ts",
  "test/functions/thumbnail/make-thumbnails.test.ts",
  "test/functions/trash/restore-link-fields.test.ts",
  "test/functions/webhook/send-event.receivers.test.ts",
  "test/outgoing/own-machine.test.ts",
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
  const every = process.env["CI"] ? 6 : 20;
  const left = files.filter((file) => (turns.indexOf(turnOf(file)) + seedOfRun()) % every > 0);
  process.env["GRIDLESS_TEST_SLOW"] = `${files.length - left.length} of ${files.length}`;
  return left;
}

/** A line about slow files that were left out; none if all were run. */
export function slowFilesLine(): string[] {
  const said = process.env["GRIDLESS_TEST_SLOW"];
  return said ? [`  ${said} slow files were run, in turn: GRIDLESS_SAMPLE=all npm test runs them all`] : [];
}
