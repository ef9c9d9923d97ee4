/* Which fields are computed from which: the edges of the dependency graph, and the fields that a change of one field affects. */
import type { LinkOptions } from "#lib/engine/field-types/link";
import { itemsOf } from "#lib/schemas/tables/filter";
import type { dependencyKinds } from "#lib/schemas/tables/graph";
import { type Field, holdsLinks } from "./field.ts";
import { rollupInput } from "./formula-inputs.ts";

export interface Dependency {
  /** The id of the field that is read. */
  from: string;
  /** The id of the field that is computed from it. */
  to: string;
  kind: (typeof dependencyKinds)[number];
}

/** The fields from which these fields are computed, including fields of other tables. */
export const dependenciesOf = (fields: readonly Field[]): Dependency[] => fields.flatMap(inputsOf);

function inputsOf(field: Field): Dependency[] {
  const { id: to, formula, lookupOptions } = field;
  if (lookupOptions) {
    const { lookupFieldId, linkFieldId, filter } = lookupOptions;
    const named = new Set(filter ? itemsOf(filter).map(({ fieldId }) => fieldId) : []);
    return [
      { from: lookupFieldId, to, kind: field.isLookup ? "lookup" : "rollup" },
      { from: linkFieldId, to, kind: "link" },
      ...[...named].map((from): Dependency => ({ from, to, kind: "filter" })),
    ];
  }
  if (formula && formula.uses[0] !== rollupInput)
    return [...new Set(formula.uses)].map((from): Dependency => ({ from, to, kind: "formula" }));
  if (!holdsLinks(field)) return [];
  return [{ from: (field.options as LinkOptions).lookupFieldId, to, kind: "title" }];
}

/** The ids of the fields that a change of this field affects, each after all fields that it depends on. Fields on a circle are left out. */
export function reachedFrom(id: string, dependencies: readonly Dependency[]): string[] {
  const after = Map.groupBy(dependencies, ({ from }) => from);
  const reached = new Set<string>();
  const left = [id];
  for (let next = left.pop(); next !== undefined; next = left.pop())
    for (const { to } of after.get(next) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      left.push(to);
    }
  // for each field, how many of the fields that it depends on are not in the result yet
  const waiting = new Map<string, number>();
  for (const { from, to } of dependencies)
    if (reached.has(to) && (reached.has(from) || from === id)) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const order: string[] = [];
  const ready = [id];
  for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
    if (next !== id) order.push(next);
    for (const { to } of after.get(next) ?? []) {
      const count = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, count);
      if (count === 0) ready.push(to);
    }
  }
  return order;
}
