/* The figures of docs/design/cells.md, and that the simulation behind them follows from its quotas. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "#lib/registry";
import { readCallCosts } from "../../../bin/partitions/call-costs.ts";
import { simulateGrowth } from "../../../bin/partitions/cells-model.ts";
import { cellsTable } from "../../../bin/partitions/cells-table.ts";

test("the page has the table that the simulation makes", () => {
  const page = readFileSync(path.join(projectFolder, "docs/design/cells.md"), "utf8");
  expect(cellsTable().filter((line) => !page.includes(`${line}\n`))).toEqual([]);
});

const costs = readCallCosts();

test("the costs of calls are those of the page of costs", () => {
  expect(costs.get("get a record")).toEqual({ readUnits: 6, writtenUnits: 0, price: expect.any(Number) });
  expect([...costs.values()].filter(({ price }) => !(price > 0))).toEqual([]);
});

test("no cell takes more than half of a quota, and calls that cost twice as much need twice as many", () => {
  const one = simulateGrowth(300_000, costs);
  const dear = new Map(
    [...costs].map(([title, cost]) => [title, { ...cost, readUnits: 2 * cost.readUnits }]),
  );
  const other = simulateGrowth(300_000, dear);
  expect(one.fullest).toBeLessThanOrEqual(0.5);
  expect(other.fullest).toBeLessThanOrEqual(0.5);
  expect(Math.abs(other.cells.usual - 2 * one.cells.usual)).toBeLessThanOrEqual(1);
  expect(one).toEqual(simulateGrowth(300_000, costs));
});
