/* How many calls a second a partition key takes: no figure may fall, and who raises one raises its budget here. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import type { KeyLoad } from "../../../bin/partitions/load-on-keys.ts";

const run = async (...args: string[]) => {
  const all = ["--require", "./bin/require-node-24.cjs", "bin/partitions.ts", ...args];
  return (await promisify(execFile)(process.execPath, all, { cwd: projectFolder, timeout: 110_000 })).stdout;
};

interface Told {
  scenarios: { title: string; load: KeyLoad[] }[];
  most: Record<string, Record<string, number>>;
}

let told: Told;
beforeAll(async () => {
  told = JSON.parse(await run("--json")) as Told;
}, 120_000);

const ofOne = ["getRecord", "updateRecord", "deleteRecord"];
const calls = ["createRecord", "listRecords", ...ofOne];

test.each([
  ["BASE#<base>", calls, 10_000],
  ["BASE#<base>#1", calls, 10_000],
  ["BASE#<base>#3", calls, 10_000],
  ["TABLE#<table>#1", calls, 10_000],
  ["TABLE#<table>#3", calls, 10_000],
  ["TABLE#<table>", ofOne, 10_000],
  // with the counter of a table's records, which a list reads, and which is written by each call that creates some
  ["TABLE#<table>", ["listRecords"], 2500],
  ["TABLE#<table>", ["createRecord"], 1000],
  ["TOKEN#<person>", calls, 3000],
  ["USER#<person>", calls, 1500],
])("%s takes, of each of %j, this many a second: %i", (shape, calls, budget) => {
  const found = Object.fromEntries(calls.map((call) => [call, told.most[call]?.[shape] ?? Infinity]));
  expect(Object.entries(found).filter(([, most]) => most < budget)).toEqual([]);
});

test.each([0, 1, 2])("scenario %i: no key has more than half of what it takes", (i) => {
  const { load } = told.scenarios[i] as Told["scenarios"][0];
  expect(load.length).toBeGreaterThan(10);
  expect(load.filter(({ used }) => used > 0.5)).toEqual([]);
});

test("no key that all bases share has half of what it takes, in any scenario", () => {
  const shared = told.scenarios.map(({ load }) => load.filter(({ isShared }) => isShared));
  expect(shared[0]?.map(({ shape }) => shape).sort()).toEqual([
    ...["COMMITS#<shard>", "JOBS#<shard>", "NOTES#<shard>", "WEBHOOKDUE#<shard>"],
  ]);
  expect(shared.flat().filter(({ used }) => used > 0.5)).toEqual([]);
});

test("every key of the load is one of a kind: its ids are counted", () => {
  const shapes = told.scenarios.flatMap(({ load }) => load.map(({ shape }) => shape));
  expect(shapes.filter((shape) => /[0-9A-Za-z]{16}/.test(shape))).toEqual([]);
});

test("a file that is no scenario is refused with its reason", async () => {
  const { folder, remove } = temporaryFolder();
  const file = path.join(folder, "mine.json");
  writeFileSync(file, JSON.stringify({ title: "Mine", groups: [{ calls: { createRecords: 1 } }] }));
  try {
    await expect(run(file)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/mine\.json is no scenario: .*createRecords/s),
    });
  } finally {
    remove();
  }
});
