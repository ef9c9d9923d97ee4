/* The table of calls in docs/operations/costs.md, which bin/cost.ts computes. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { projectFolder } from "#lib/registry";
import type { CallCost } from "./cells-model.ts";

/** Units and price of each call, with what follows after the answer, by its title. */
export function readCallCosts(): Map<string, CallCost> {
  const page = readFileSync(path.join(projectFolder, "docs/operations/costs.md"), "utf8");
  const [, table = ""] = page.split("| a million times ");
  const [head = "", ...lines] = `a million times ${table.split("\n\n")[0]}`
    .split("\n")
    .map((line) => line.trim());
  const names = cellsOf(`| ${head}`);
  return new Map(
    lines.slice(1).map((line) => {
      const cells = cellsOf(line);
      const at = (name: string) => Number(cells[names.indexOf(name)]);
      const readUnits = at("RCU") + at("RCU behind");
      return [cells[0] ?? "", { readUnits, writtenUnits: at("WCU") + at("WCU behind"), price: at("USD") }];
    }),
  );
}

const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
