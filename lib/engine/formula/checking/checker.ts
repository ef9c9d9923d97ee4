/* Turns the syntax of a formula into the tree that is stored: with kinds and conversions, and with fields by their index in `uses`. */
import { signatures } from "#lib/engine/formula/functions/signatures";
import { type Fault, FormulaFault } from "#lib/engine/formula/shared/formula-faults";
import { formulaLimits } from "#lib/engine/formula/shared/formula-limits";
import type { CompiledFormula } from "#lib/engine/formula/shared/kinds";
import type { Syntax } from "#lib/engine/formula/syntax/parse";
import { findNearest } from "#lib/engine/values/nearest-text";
import { checkFunction } from "./calls.ts";
import type { Checker, FormulaFields } from "./gathered.ts";
import { checkMinus, checkOperator } from "./operators.ts";
import type { Typed } from "./typed.ts";

export interface Checked {
  compiled: CompiledFormula;
  faults: Fault[];
  expressions: Checker["expressions"];
}

/** `faults` are all faults that were found; the compiled formula is only valid if there are none. */
export function checkFormula(syntax: Syntax, fields: FormulaFields): Checked {
  const checker: Checker = {
    fields,
    faults: [],
    uses: new Map(),
    texts: new Set(),
    timeZones: new Set(),
    expressions: [],
    isLate: false,
    followsEdits: false,
    needsRegexp: false,
    named: 0,
  };
  const { kind, isList, isWhole, tree } = check(checker, syntax);
  const uses = [...checker.uses.keys()];
  const { isLate, followsEdits, needsRegexp, faults, expressions } = checker;
  const [timeZone, another] = checker.timeZones;
  const texts = uses.filter((_, n) => checker.texts.has(n));
  return {
    compiled: {
      ...{ kind, isList, tree, uses, texts, isLate, followsEdits, needsRegexp },
      ...(isWhole && kind === "number" && { isWhole }),
      ...(timeZone !== undefined && another === undefined && { timeZone }),
    },
    faults,
    expressions,
  };
}

/** A chain of operators is as deep as it is long, so its left operands are handled in a loop, without recursion. */
function check(checker: Checker, syntax: Syntax): Typed {
  const operators: (Syntax & { type: "operator" })[] = [];
  let node = syntax;
  while (node.type === "operator") {
    operators.push(node);
    node = node.left;
  }
  let typed = checkOperand(checker, node);
  for (const { name, right, at } of operators.reverse()) {
    const [left, other] = [typed, check(checker, right)];
    typed = attempt(checker, at, () => checkOperator(checker, name, left, other, at));
  }
  return typed;
}

function checkOperand(checker: Checker, node: Exclude<Syntax, { type: "operator" }>): Typed {
  const { at } = node;
  if (node.type === "field") return attempt(checker, at, () => checkField(checker, node.id, at));
  if (node.type === "minus") {
    const of = check(checker, node.of);
    return attempt(checker, at, () => checkMinus(checker, of, at));
  }
  if (node.type === "call") {
    const args = node.args.map((arg) => check(checker, arg));
    return attempt(checker, at, () => checkCall(checker, node.name, args, at));
  }
  if (node.type === "number") return checkNumber(node.value, at);
  if (node.type === "text") return { kind: "text", isList: false, tree: node.value, at };
  return { kind: "boolean", isList: false, tree: node.value, at };
}

/** A number that is too large for a cell is an error when the formula runs; one that is too small is 0. */
function checkNumber(value: number, at: number): Typed {
  const tree = value > 9.99e125 ? (["ERROR"] as [string]) : value < 1e-130 ? 0 : value;
  return { kind: "number", isList: false, tree, at, ...(Number.isInteger(value) && { isWhole: true }) };
}

/** Notes the fault and continues with a value of any kind, so that further faults are found too. */
function attempt(checker: Checker, at: number, make: () => Typed): Typed {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error;
    if (checker.faults.length < formulaLimits.faults) checker.faults.push(error);
    return { kind: "text", isList: false, tree: "", at, isBlank: true };
  }
}

/** `given` is the id of a field, or its name. */
function checkField(checker: Checker, given: string, at: number): Typed {
  const { fields } = checker;
  const id = fields.find(given) ? given : (fields.idOf?.(given) ?? given);
  const field = fields.find(id);
  if (!field) throw new FormulaFault(explainUnknownField(checker, given), at);
  let place = checker.uses.get(id);
  if (place === undefined) {
    place = checker.uses.size;
    if (place >= formulaLimits.fields)
      throw new FormulaFault(`a formula uses at most ${formulaLimits.fields} fields`, at);
    checker.uses.set(id, place);
  }
  if (field.isLate) checker.isLate = true;
  if (field.kind === "date") checker.timeZones.add(field.timeZone ?? "UTC");
  if (field.kind === "text") checker.texts.add(place);
  const { kind, isList, isWhole } = field;
  return { kind, isList, tree: ["$", place], at, ...(isWhole && { isWhole }) };
}

function explainUnknownField({ fields: { names = [] }, faults }: Checker, given: string): string {
  const unknown = `no field of this table has the id or name ${given === "" ? "{}" : given}`;
  // each of many is not compared with each of many names
  if (faults.length >= 20) return unknown;
  // one or two letters are near to any other
  const isSame = (name: string) => name.toLowerCase() === given.toLowerCase();
  const nearest = given.length < 3 ? names.find(isSame) : findNearest(given, names);
  return nearest === undefined ? unknown : `${unknown}; did you mean {${nearest}}?`;
}

function checkCall(checker: Checker, name: string, args: Typed[], at: number): Typed {
  const signature = signatures.get(name);
  if (signature) return checkFunction(checker, name, signature, args, at);
  const nearest =
    checker.faults.length < formulaLimits.faults ? findNearest(name, signatures.keys()) : undefined;
  const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
  throw new FormulaFault(`no function is called ${name}${hint}`, at);
}
