/*
 * The CPU time of one unit of a formula's work. The limits of a cell, a record and a call are in units, so each kind of work must be
 * charged in proportion to its time. All units of a record take 0.2 s of CPU, and those of a call, which finds records by formulas and then
 * shows them, 2 s.
 */
import { compileFormula } from "#lib/engine/formula/compile";
import { prepareFormula } from "#lib/engine/formula/evaluate";
import { regexpEngine } from "#lib/engine/formula/regexp";
import { limits } from "#lib/schemas/basics/limits";
import { type Measured, ms } from "../budget.ts";
import { shapes, short, text } from "./formula-shapes.ts";

/** Milliseconds of CPU for all units of one context; a call has two. */
const most = 1000;
/** Milliseconds of CPU for which each round runs a formula. */
const enough = 40;
const rounds = 3;

const cells: Record<string, string> = { [text]: "a".repeat(100_000), [short]: "a" };
const fields = {
  find: (id: string) => (id in cells ? { id, name: id, kind: "text" as const, isList: false } : undefined),
  idOf: () => undefined,
};

export async function workPrice(): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [name, expression] of Object.entries(shapes)) {
    const price = await priceOf(expression, name);
    const ofCall = price * limits.formulaWork;
    measured.push({
      line: `${name}: ${limits.formulaWork.toLocaleString("en")} units of work in ${ms(ofCall)} (≤ ${most})`,
      holds: ofCall <= most,
    });
  }
  return measured;
}

/** Milliseconds of CPU of one unit: the least of some rounds. */
async function priceOf(expression: string, name: string): Promise<number> {
  const compilation = await compileFormula(expression, fields as never);
  if ("issues" in compilation) throw new Error(`${name}: ${compilation.issues[0]}`);
  const { compiled } = compilation;
  let units = 0;
  const spent = (work: number) => {
    units += work;
  };
  const run = prepareFormula(compiled, { now: 0, timeZone: "America/New_York", regexp: regexpEngine, spent });
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    units = 0;
    let took = 0;
    const before = process.threadCpuUsage();
    for (let i = 0; took < enough; i++) {
      // another text for each record
      const value = (n: number) => cells[compiled.uses[n] ?? ""]?.slice(i % 10);
      run({ id: "rec", autoNumber: i, createdTime: 0, value, text: value, texts: (n) => [value(n)] });
      const { user, system } = process.threadCpuUsage(before);
      took = (user + system) / 1000;
    }
    least = Math.min(least, took / units);
  }
  return least;
}
