/*
 * Compiles the formulas of a table when its fields change. Imported only for tables with formulas.
 *
 * A formula in a request may name fields by their names. It is stored with their ids, so that it goes on after a field is renamed; the text as
 * it was sent is compiled, because the issues name its lines and columns.
 *
 * A formula may use other formulas, so all formulas of a table are compiled, each after the formulas that it uses:
 *
 *   in the request       its issues refuse the request
 *   any other            its result may change with a field that it uses; if it no longer compiles, it gets `hasError` and its cells are
 *                        empty, until it compiles again
 */
import { isDeepStrictEqual } from "node:util";
import type { FormulaOptions } from "#lib/engine/field-types/formula";
import { compileFormula, fieldsNamed, nameById } from "#lib/engine/formula/compile";
import { formulaLimits } from "#lib/engine/formula/shared/formula-limits";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import { checkedOptions, type SentFormula, type ShownResult } from "./checked-options.ts";
import type { Field, StoredFormula } from "./field.ts";
import { isFormula, kindName, kindOf } from "./formula-kinds.ts";

export { makeFormulaFilter } from "./formula-filter.ts";

/**
 * The fields of a table with compiled formulas, in the same order, and the issues of formulas in the request. An unchanged field stays the
 * same object.
 */
export async function compileFormulas<Each extends Field>(
  fields: readonly Each[],
  sent: ReadonlyMap<FieldId, SentFormula>,
): Promise<{ fields: Each[]; issues: Issue[] }> {
  const byName = new Map<string, string>(fields.map(({ name, id }) => [name, id]));
  const names = [...byName.keys()].filter((name) => !/[{}]/.test(name));
  const ids = new Set<string>(fields.map(({ id }) => id));
  const idOf = (name: string) => (ids.has(name) ? undefined : byName.get(name));
  const byId = fields.map((field) => (sent.has(field.id) && isFormula(field) ? withIds(field, idOf) : field));
  const compiled = new Map<string, Each>(byId.map((field) => [field.id, field]));
  const issues: Issue[] = [];
  const { inOrder, cycles } = sortFormulas(byId);
  for (const field of inOrder) {
    const its = sent.get(field.id);
    const say = (message: string, at: PropertyKey[] = ["expression"]) =>
      issues.push({ path: pathOf([...(its?.at ?? []), ...at]), message });
    const cycle = cycles.get(field);
    if (cycle && its) say(cycle);
    const { expression } = optionsOf(field);
    const source = its?.sent.expression ?? expression;
    const { characters } = formulaLimits;
    if (its && source.length <= characters && expression.length > characters)
      say(
        `with ids in place of names, the formula has ${expression.length} characters; it may have ${characters}`,
      );
    const result = cycle
      ? { issues: [cycle] }
      : await compileFormula(source, {
          find(id) {
            const used = compiled.get(id);
            return used && kindOf(used);
          },
          ...(its && { idOf, names }),
        });
    if ("issues" in result) {
      if (its && !cycle) for (const message of result.issues) say(message);
      compiled.set(field.id, withError(field));
      continue;
    }
    const { tree, ...rest } = result.compiled;
    const kinds = rest.uses.map((id) => kindName(compiled.get(id)));
    const formula: StoredFormula = { ...rest, kinds, tree: JSON.stringify(tree) };
    const options = its
      ? checkedOptions(optionsOf(field), formula, its, issues, field.formula)
      : keptOptions(optionsOf(field), formula, field.formula);
    const { hasError: _, ...whole } = field;
    const made = { ...whole, options, formula } as Each;
    compiled.set(field.id, isDeepStrictEqual(made, field) ? field : made);
  }
  return { fields: fields.map(({ id }) => compiled.get(id) as Each), issues };
}

const optionsOf = (formula: Field) => formula.options as FormulaOptions;

/** The formula with ids in place of names. */
function withIds<Each extends Field>(field: Each, idOf: (name: string) => string | undefined): Each {
  const options = optionsOf(field);
  const expression = nameById(options.expression, idOf);
  return expression === options.expression ? field : { ...field, options: { ...options, expression } };
}

/** The former result is kept, so that views that sort and filter by the field stay the same. */
const withError = <Each extends Field>(field: Each): Each =>
  field.hasError ? field : { ...field, hasError: true };

/** The formula fields, each after the formulas that it uses. Formulas in a cycle are given with a message that shows the cycle. */
function sortFormulas<Each extends Field>(fields: readonly Each[]) {
  const formulas = new Map<string, Each>(fields.filter(isFormula).map((each) => [each.id, each]));
  const uses = new Map<Each, Each[]>();
  for (const field of formulas.values()) {
    const named = fieldsNamed(optionsOf(field).expression);
    uses.set(
      field,
      named.flatMap((id) => formulas.get(id) ?? []),
    );
  }
  const inOrder = new Set<Each>();
  const cycles = new Map<Each, string>();
  for (const start of formulas.values()) walk(start);
  return { inOrder: [...inOrder], cycles };

  /** Without recursion, because a chain may be as long as the number of fields of a table. */
  function walk(start: Each): void {
    const path: { field: Each; left: Each[] }[] = [];
    const onPath = new Set<Each>();
    const enter = (field: Each) => {
      path.push({ field, left: [...(uses.get(field) ?? [])] });
      onPath.add(field);
    };
    if (!inOrder.has(start)) enter(start);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.left.shift();
      if (!next) {
        path.pop();
        onPath.delete(top.field);
        inOrder.add(top.field);
      } else if (onPath.has(next)) {
        const cycle = path.map(({ field }) => field).slice(path.findIndex(({ field }) => field === next));
        for (const [i, field] of cycle.entries())
          cycles.set(field, explainCycle([...cycle.slice(i), ...cycle.slice(0, i), field]));
      } else if (!inOrder.has(next)) enter(next);
    }
  }
}

function explainCycle(fields: Field[]): string {
  const path = fields.map(({ name, id }) => `${JSON.stringify(name)} (${id})`);
  const shown = path.length > mostShown ? [...path.slice(0, mostShown - 2), "…", ...path.slice(-1)] : path;
  return `the formula depends on itself: ${shown.join(" → ")}`;
}
const mostShown = 20;

/** The options of a formula whose result may have changed: options that no longer fit get their default. */
const keptOptions = (options: FormulaOptions, result: ShownResult, before: ShownResult | undefined) =>
  checkedOptions(options, result, { at: [], sent: {} }, [], before);
