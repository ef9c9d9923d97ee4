/* The figures of docs/design/shared-places.md: how long changes of a base wait beside an import of a million records, in the model. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import { longestWait } from "../../../bin/partitions/queue-model.ts";

const million = { imported: { perSecond: 1500, changes: 1_000_000 }, otherPerSecond: 5 };
const cases = {
  "one line for all bases": { atOnce: 10, isFair: false, callMs: 100 },
  "fair, as it is": { atOnce: 10, isFair: true, callMs: 100 },
  "fair, `consumersAtOnce` 40": { atOnce: 40, isFair: true, callMs: 100 },
  "fair, while the partitions of the import are throttled": { atOnce: 10, isFair: true, callMs: 1200 },
};

const found = Object.entries(cases).map(([name, how]) => ({ name, ...longestWait({ ...million, ...how }) }));

test("an import of a million records delays another base by two seconds at most", () => {
  const [inLine, ...fair] = found;
  expect(inLine?.waited).toBeGreaterThan(60_000);
  expect(fair.filter(({ waited }) => waited > 2000)).toEqual([]);
});

test("the page has these figures", () => {
  const page = readFileSync(path.join(projectFolder, "docs/design/shared-places.md"), "utf8");
  const lines = found.map(
    ({ name, waited, queued }) =>
      `| ${name} | ${(waited / 1000).toFixed(1)} s | ${queued.toLocaleString("en")} |`,
  );
  expect(lines.filter((line) => !page.includes(line))).toEqual([]);
});
