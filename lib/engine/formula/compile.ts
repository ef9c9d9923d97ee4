/* Compiles the text of a formula to the form that is stored with its field. Imported when a formula is saved. */
import { checkFormula } from "./checking/checker.ts";
import type { FormulaFields } from "./checking/gathered.ts";
import { type Fault, FormulaFault, showFault } from "./shared/formula-faults.ts";
import type { CompiledFormula, FormulaField } from "./shared/kinds.ts";
import { parseFormula, type Syntax } from "./syntax/parse.ts";
import { fieldIn, readTokens } from "./syntax/tokens.ts";

/** Each issue begins with its place: "line 1, column 5: …". */
export type Compilation = { compiled: CompiledFormula } | { issues: string[] };

/** The ids of the fields that a formula names; none if it cannot be read. */
export function fieldsNamed(source: string): string[] {
  const names = new Set<string>();
  try {
    const left: Syntax[] = [parseFormula(source)];
    for (let node = left.pop(); node; node = left.pop()) {
      if (node.type === "field") names.add(node.id);
      if (node.type === "operator") left.push(node.left, node.right);
      if (node.type === "minus") left.push(node.of);
      if (node.type === "call") left.push(...node.args);
    }
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error;
  }
  return [...names];
}

/**
 * The same formula with ids in place of the names of fields; all else stays, and so does a text that cannot be read. `idOf` gives
 * `undefined` for what is no name.
 */
export function nameById(source: string, idOf: (name: string) => string | undefined): string {
  try {
    let done = 0;
    const parts = readTokens(source).map(({ type, text, at }) => {
      const id = type === "field" ? idOf(fieldIn(text)) : undefined;
      const part = source.slice(done, at) + (id === undefined ? text : `{${id}}`);
      done = at + text.length;
      return part;
    });
    return parts.join("");
  } catch (error) {
    if (error instanceof FormulaFault) return source;
    throw error;
  }
}

/** Compiles a formula. Whatever the text is, it does not throw. */
export async function compileFormula(source: string, fields: FormulaFields): Promise<Compilation> {
  try {
    const { compiled, faults, expressions } = checkFormula(parseFormula(source), fields);
    faults.push(...(await faultsOfExpressions(expressions)));
    return faults.length === 0 ? { compiled } : refuse(source, faults);
  } catch (error) {
    if (error instanceof FormulaFault) return refuse(source, [error]);
    throw error;
  }
}

function refuse(source: string, faults: Fault[]): { issues: string[] } {
  const inOrder = faults.sort((a, b) => a.at - b.at);
  return { issues: inOrder.map((fault) => showFault(source, fault)) };
}

/** The regular expression engine is large: it is imported only if there is an expression to check. */
async function faultsOfExpressions(expressions: { text: string; at: number }[]): Promise<Fault[]> {
  if (expressions.length === 0) return [];
  const { regexpEngine } = await import("./regexp.ts");
  return expressions.flatMap(({ text, at }) => {
    const fault = regexpEngine.findFault(text);
    return fault === undefined ? [] : [{ message: `the regular expression is invalid: ${fault}`, at }];
  });
}

/** The functions that a rollup may use. */
export const rollupFunctions: readonly string[] = [
  ...["countall", "counta", "count", "sum", "max", "min", "and", "or", "xor"],
  ...["array_join", "concatenate", "array_unique", "array_compact"],
];

/** A rollup is one function of {values}, the cells that it looks up. The compiled formula uses the field "values", which is a list. */
export async function compileRollup(expression: string, source: FormulaField): Promise<Compilation> {
  const name = /^\s*([a-z_]+)\s*\(\s*\{\s*values\s*\}\s*\)\s*$/i.exec(expression)?.[1]?.toLowerCase();
  if (name === undefined || !rollupFunctions.includes(name)) {
    const all = rollupFunctions.map((each) => `${each}({values})`).join(", ");
    return { issues: [`line 1, column 1: a rollup is one of ${all}`] };
  }
  const values = { ...source, isList: true };
  return compileFormula(expression, { find: (id) => (id === "values" ? values : undefined) });
}
