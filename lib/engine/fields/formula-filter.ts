/*
 * A formula as a filter. It keeps the records for which the formula is true: an item about a field that is made for the request, whose cells
 * the formula computes. Parts of it that mean exactly the same as items about stored fields become such items, which indexes know:
 *
 *   {Status} = "done"                            Status is done
 *   AND({Count} > 5, LEN({Name}) > 3)            Count isGreater 5, and for what is left the formula
 *
 * Formulas compare texts exactly and filters do not, so no such part compares texts.
 */
import { type Choice, findByName } from "#lib/engine/field-types/shared/choices";
import { convertOne } from "#lib/engine/formula/checking/typed";
import { compileFormula } from "#lib/engine/formula/compile";
import { readInstant } from "#lib/engine/formula/functions/dates";
import type { Step, Tree } from "#lib/engine/formula/shared/kinds";
import { fifteenDigits } from "#lib/engine/values/decimals";
import { type Issue, invalid } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import { isObject } from "#lib/schemas/basics/object";
import { msPerDay } from "#lib/schemas/basics/time-units";
import type { Filter, FilterItem } from "#lib/schemas/tables/filter";
import { connection, type Field, typeOf } from "./field.ts";
import { allNeeded } from "./formula-inputs.ts";
import { kindName, kindOf, looksUpLate, mustNotLookUpLate } from "./formula-kinds.ts";

export interface FormulaFilter {
  filter: Filter;
  fieldOf(id: string): Field | undefined;
  /** The field whose cells the formula computes; absent if items about the fields of the table say all of it. */
  made?: Field;
}

type Node = Filter | FilterItem;
/** A part of a formula as a filter, and whether it keeps no other records than the part does. */
interface Translated {
  node: Node;
  isExact: boolean;
}

/** The formula as a filter of a table with these fields. Throws 400 with everything that is wrong with it. */
export async function makeFormulaFilter(
  expression: string,
  fields: readonly Field[],
): Promise<FormulaFilter> {
  const refuse = (issues: string[]) =>
    invalid(issues.map((message): Issue => ({ path: "filterByFormula", message })));
  const byId = new Map<string, Field>(fields.map((field) => [field.id, field]));
  const byName = new Map<string, string>(fields.map(({ name, id }) => [name, id]));
  const fieldOf = (id: string) => byId.get(id);
  const result = await compileFormula(expression, {
    find: (id) => mapped(byId.get(id), kindOf),
    idOf: (name) => byName.get(name),
    names: [...byName.keys()].filter((name) => !/[{}]/.test(name)),
  });
  if ("issues" in result) throw refuse(result.issues);
  const { compiled } = result;
  const inputs = compiled.uses.flatMap((id) => fieldOf(id) ?? []);
  const late = inputs.filter(looksUpLate);
  if (late.length > 0) throw refuse(late.map(({ name }) => `{${name}}: ${mustNotLookUpLate}`));
  const tree = convertOne({ ...compiled, at: 0 }, "boolean", ":", { texts: new Set() });
  const { timeZone = "UTC" } = compiled;
  // no record matches an item about a field with an error, so it must be asked about all of the formula
  const isKnown = !allNeeded(inputs).some(({ hasError }) => hasError);
  const translated = isKnown ? translate(tree, true, { inputs, timeZone }) : undefined;
  if (translated?.isExact) return { filter: asGroup([translated.node]), fieldOf };
  const made: Field = {
    // all that decides its result, so that a cursor belongs to it
    id: `${timeZone} ${compiled.uses.join()} ${JSON.stringify(tree)}` as FieldId,
    name: "filterByFormula",
    type: "formula",
    dbFieldName: "",
    options: { expression },
    formula: {
      ...compiled,
      kind: "boolean",
      isList: false,
      kinds: inputs.map(kindName),
      tree: JSON.stringify(tree),
    },
    [connection]: { inputs },
  };
  const item = { fieldId: made.id, operator: "is", value: true };
  return {
    filter: asGroup(translated ? [translated.node, item] : [item]),
    fieldOf: (id) => (id === made.id ? made : fieldOf(id)),
    made,
  };
}

const mapped = <From, To>(value: From | undefined, map: (value: From) => To): To | undefined =>
  value === undefined ? undefined : map(value);

const asGroup = (filterSet: Node[], conjunction: Filter["conjunction"] = "and"): Filter => ({
  conjunction,
  filterSet,
});

interface Setting {
  inputs: readonly Field[];
  timeZone: string;
}

/**
 * A filter that keeps the records for which the part is `wanted`; of what both keep, it may keep more if that is said. Undefined if there is
 * none.
 */
function translate(tree: Tree, wanted: boolean, setting: Setting): Translated | undefined {
  if (!Array.isArray(tree)) return undefined;
  const [name, ...args] = tree;
  if (name === "NOT") return translate(args[0] ?? "", !wanted, setting);
  if (name === "AND" || name === "OR") return combine(name === "AND", args, wanted, setting);
  if (name === "$") return leaf(tree, [], wanted, setting);
  if (name !== "|>") return undefined;
  const [value = "", ...rest] = args;
  const steps = rest.flatMap((step) => (Array.isArray(step) ? [step] : []));
  const end = steps.findIndex(([step]) => step === "&&" || step === "||");
  if (end < 0) return leaf(value, steps, wanted, setting);
  const first: Tree = end === 0 ? value : ["|>", value, ...steps.slice(0, end)];
  return chain(first, steps.slice(end), wanted, setting);
}

/** A value and the steps `&&` or `||` that follow it. */
function chain(first: Tree, steps: Step[], wanted: boolean, setting: Setting): Translated | undefined {
  const [name] = steps[0] ?? [];
  if (name !== "&&" && name !== "||") return undefined;
  const isOther = ([step]: Step) => step !== name;
  const end = steps.findIndex(isOther);
  const own = end < 0 ? steps : steps.slice(0, end);
  const parts = [first, ...own.map(([, other = ""]) => other)];
  if (end < 0) return combine(name === "&&", parts, wanted, setting);
  return chain([name === "&&" ? "AND" : "OR", ...parts], steps.slice(end), wanted, setting);
}

/** Of parts that must all match, those without a translation may be left out. */
function combine(
  isAnd: boolean,
  parts: readonly Tree[],
  wanted: boolean,
  setting: Setting,
): Translated | undefined {
  const isAll = isAnd === wanted;
  const found = parts.map((part) => translate(part, wanted, setting));
  const known = found.filter((each) => each !== undefined);
  if (known.length === 0 || (!isAll && known.length < parts.length)) return undefined;
  const nodes = known.map(({ node }) => node);
  const [only] = nodes;
  const node = only && nodes.length === 1 ? only : asGroup(nodes, isAll ? "and" : "or");
  return { node, isExact: known.length === parts.length && known.every(({ isExact }) => isExact) };
}

/** The comparison that is true where this one is not; cells without a value are in neither. */
const opposites: Record<string, string> = {
  "=": "!=",
  "!=": "=",
  "<": ">=",
  ">=": "<",
  ">": "<=",
  "<=": ">",
};
/** The comparison with its sides exchanged. */
const exchanged: Record<string, string> = {
  "<": ">",
  ">": "<",
  "<=": ">=",
  ">=": "<=",
  "=": "=",
  "!=": "!=",
};

/** A field, or a comparison of a field with a constant. */
function leaf(value: Tree, steps: Step[], wanted: boolean, setting: Setting): Translated | undefined {
  const [comparison, more] = steps.filter(([name]) => name in opposites);
  const [name = "", other = "", side] = comparison ?? [];
  const before = steps.slice(0, comparison ? steps.indexOf(comparison) : steps.length);
  if (more || side !== undefined || (comparison && comparison !== steps.at(-1))) return undefined;
  if (!comparison) {
    const [step, second] = before;
    // true or false, or converted to it
    const isTruth =
      !step || ((step[0] === ":" || step[0] === "?") && step[1] === "boolean" && step[3] === "");
    const field = fieldIn(value, setting);
    return field && isTruth && !second ? truth(field, wanted) : undefined;
  }
  const left: Tree = before.length > 0 ? ["|>", value, ...before] : value;
  const field = fieldIn(left, setting);
  const operator = field ? name : exchanged[name];
  const found = field ?? fieldIn(other, setting);
  const constant = field ? other : left;
  if (!found || !operator) return undefined;
  return compare(found, wanted ? operator : (opposites[operator] ?? ""), {
    constant,
    // null is on no side of an order
    withEmpty: !wanted && operator !== "=" && operator !== "!=",
    ...setting,
  });
}

/** The field whose value this is, if it has at most one. */
function fieldIn(tree: Tree, { inputs }: Setting): Field | undefined {
  if (!Array.isArray(tree) || tree[0] !== "$" || typeof tree[1] !== "number") return undefined;
  const field = inputs[tree[1]];
  return field && !kindOf(field).isList ? field : undefined;
}

const familyOf = (field: Field) => typeOf(field).family(field.options);
const item = ({ id: fieldId }: Field, operator: string, value: FilterItem["value"]): FilterItem => ({
  fieldId,
  operator,
  value,
});
const exactly = (node: Node): Translated => ({ node, isExact: true });
const emptiness = (field: Field, isEmpty: boolean) => item(field, isEmpty ? "isEmpty" : "isNotEmpty", null);

/** Whether the value of a field is true. */
function truth(field: Field, wanted: boolean): Translated | undefined {
  const family = familyOf(field);
  if (family === "boolean") return exactly(item(field, "is", wanted));
  const isEmpty = emptiness(field, !wanted);
  if (family === "dateTime") return exactly(isEmpty);
  // a choice may be called "false"
  if (family === "choice")
    return choicesOf(field).every(({ name }) => name.trim().toLowerCase() !== "false")
      ? exactly(isEmpty)
      : undefined;
  if (family !== "number") return undefined;
  return exactly(asGroup([isEmpty, item(field, wanted ? "isNot" : "is", 0)], wanted ? "and" : "or"));
}

interface Compared extends Setting {
  constant: Tree;
  /** Whether an empty cell is kept too. */
  withEmpty: boolean;
}

function compare(field: Field, operator: string, compared: Compared): Translated | undefined {
  const { withEmpty } = compared;
  const family = familyOf(field);
  const isSame = operator === "=";
  const isEquality = isSame || operator === "!=";
  if (isNull(compared.constant)) {
    if (family === "boolean" && isEquality) return exactly(item(field, "is", !isSame));
    return isEquality && comparable.has(family) ? exactly(emptiness(field, isSame)) : undefined;
  }
  const orEmpty = (nodes: Node[]) => asGroup([...nodes, emptiness(field, true)], "or");
  const { constant } = compared;
  if (family === "boolean")
    return isEquality && typeof constant === "boolean"
      ? exactly(item(field, "is", constant === isSame))
      : undefined;
  if (family === "choice") {
    const found = typeof constant === "string" ? findByName(choicesOf(field), constant) : undefined;
    return isEquality && found && found.name === constant
      ? exactly(item(field, isSame ? "is" : "isNot", constant))
      : undefined;
  }
  const bounds = boundsOf(field, family, compared);
  if (!bounds) return undefined;
  const { least, most, isOne, names } = bounds;
  const is = (name: keyof typeof names, value: FilterItem["value"]) => item(field, names[name], value);
  if (isEquality && isOne) return exactly(item(field, isSame ? "is" : "isNot", least));
  if (isSame) return exactly(asGroup([is(">=", least), is("<=", most)]));
  if (isEquality) return exactly(orEmpty([is("<", least), is(">", most)]));
  const one =
    operator === "<" || operator === ">="
      ? is(operator, least)
      : operator === ">" || operator === "<="
        ? is(operator, most)
        : undefined;
  return one && exactly(withEmpty ? orEmpty([one]) : one);
}

/** Families whose cells are empty where formulas see nothing. A link may be to a record without a title. */
const comparable: ReadonlySet<string> = new Set(["text", "number", "dateTime", "choice"]);

const choicesOf = ({ options }: Field): Choice[] =>
  isObject(options) && Array.isArray(options["choices"]) ? options["choices"] : [];

/** An empty text is null, and so is one that was converted. */
const isNull = (tree: Tree): boolean =>
  tree === "" ||
  (Array.isArray(tree) &&
    ((tree[0] === "BLANK" && tree.length === 1) || (tree[0] === "|>" && tree[1] === "" && isOneStep(tree))));
const isOneStep = (tree: readonly Tree[]) =>
  tree.length === 3 && Array.isArray(tree[2]) && tree[2][0] === "~";

const ofNumbers = { "<": "isLess", "<=": "isLessEqual", ">": "isGreater", ">=": "isGreaterEqual" };
const ofDates = { "<": "isBefore", "<=": "isOnOrBefore", ">": "isAfter", ">=": "isOnOrAfter" };

/** The least and the greatest value that equals the constant. */
function boundsOf(field: Field, family: string, { constant, timeZone }: Compared) {
  if (family === "number" && typeof constant === "number") {
    const isOne = field.formula !== undefined || kindOf(field).isWhole === true;
    const alike = isOne && fifteenDigits(constant) === constant ? [constant, constant] : alikeOf(constant);
    const [least, most] = alike ?? [];
    return least === undefined || most === undefined
      ? undefined
      : { least, most, isOne: least === most, names: ofNumbers };
  }
  const instant = family === "dateTime" ? instantIn(constant, timeZone) : undefined;
  if (instant === undefined) return undefined;
  // midnight would be a whole day
  const zone = instant % msPerDay === 0 ? "Etc/GMT-1" : "UTC";
  const moment = { mode: "exactDate" as const, exactDate: new Date(instant).toISOString(), timeZone: zone };
  return { least: moment, most: moment, isOne: false, names: ofDates };
}

/** Formulas compare 15 digits: the least and the greatest number with those of this one. Undefined if it has more, or is very large. */
function alikeOf(number: number): [least: number, most: number] | undefined {
  if (fifteenDigits(number) !== number || Math.abs(number) >= 1e14) return undefined;
  const last = (direction: 1 | -1) => {
    let [found, next] = [number, neighbour(number, direction)];
    while (number !== 0 && fifteenDigits(next) === number) [found, next] = [next, neighbour(next, direction)];
    return found;
  };
  return [last(-1), last(1)];
}

/** The next greater or next smaller double. */
function neighbour(number: number, direction: 1 | -1): number {
  const bits = new BigInt64Array(1);
  const doubles = new Float64Array(bits.buffer);
  doubles[0] = number;
  bits[0] = (bits[0] ?? 0n) + BigInt(number > 0 ? direction : -direction);
  return doubles[0];
}

/** The instant of a text that was converted to a date, if it says the year: all others depend on the time of the request. */
function instantIn(tree: Tree, timeZone: string): number | undefined {
  if (!Array.isArray(tree) || tree[0] !== "|>" || !isOneStep(tree)) return undefined;
  const [, text] = tree;
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\d/.test(text)) return undefined;
  return readInstant(text, { now: 0, timeZone, work: 0 });
}
