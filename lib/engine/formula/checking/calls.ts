/* Checks the arguments of a function: how many there are, of which kinds, and which kind they give. */
import type { Signature, Wanted } from "#lib/engine/formula/functions/signatures";
import { findUnit, findWeekStart, unitList } from "#lib/engine/formula/shared/date-units";
import { FormulaFault } from "#lib/engine/formula/shared/formula-faults";
import type { Result, Tree } from "#lib/engine/formula/shared/kinds";
import { findUnknownToken } from "#lib/engine/values/date-tokens";
import type { Checker } from "./gathered.ts";
import { checkComparison } from "./operators.ts";
import { commonResult, convertEach, convertOne, extend, type Typed } from "./typed.ts";
import { areWhole, wholeness } from "./whole-numbers.ts";

/** Throws a FormulaFault. */
export function checkFunction(
  checker: Checker,
  name: string,
  signature: Signature,
  args: Typed[],
  at: number,
): Typed {
  checkNumberOf(args.length, name, signature, at);
  if (signature.isLate) checker.isLate = true;
  if (name === "LAST_MODIFIED_TIME") checker.followsEdits = true;
  if (name === "REGEXP_REPLACE") checker.needsRegexp = true;
  if (name === "IF") return checkIf(checker, args, at);
  if (name === "SWITCH") return checkSwitch(checker, args, at);
  const extreme = args.find(({ isBlank }) => !isBlank)?.kind === "date" ? "date" : "number";
  const trees = args.map((arg, i) => {
    const wanted = signature.takes[Math.min(i, signature.takes.length - 1)] as Wanted;
    return convertArgument(checker, arg, wanted === "extreme" ? extreme : wanted, signature.isFlat ?? false);
  });
  const isBlank = name === "BLANK" || name === "ERROR";
  return {
    ...resultOf(signature, args, extreme),
    ...wholeness(name, args),
    ...{ tree: [name, ...trees], at },
    ...(isBlank && { isBlank }),
  };
}

function checkNumberOf(
  count: number,
  name: string,
  { takes, least = takes.length, repeats }: Signature,
  at: number,
) {
  if (count >= least && (repeats || count <= takes.length)) return;
  const most = takes.length;
  const range = repeats ? `${least} or more` : least === most ? String(most) : `${least} to ${most}`;
  throw new FormulaFault(
    `${name} takes ${range === "0" ? "no" : range} ${range === "1" ? "value" : "values"}, not ${count}`,
    at,
  );
}

function resultOf({ gives }: Signature, [first]: Typed[], extreme: "date" | "number"): Result {
  if (gives === "extreme") return { kind: extreme, isList: false };
  if (gives === "elements" || gives === "branches")
    return { kind: first?.kind ?? "text", isList: gives === "elements" };
  return { kind: gives, isList: false };
}

function convertArgument(
  checker: Checker,
  arg: Typed,
  wanted: Exclude<Wanted, "extreme">,
  isFlat: boolean,
): Tree {
  switch (wanted) {
    case "any":
      return arg.tree;
    case "list":
      return asList(arg.tree);
    case "texts":
      return asList(convertEach(arg, "text", checker));
    case "onlyNumbers":
      return arg.kind === "number" ? arg.tree : extend(arg.tree, "none");
    case "onlyText":
      return arg.kind === "text" ? convertOne(arg, "text", ":", checker) : extend(arg.tree, "none");
    case "unit":
      checkUnit(arg);
      return convertOne(arg, "text", ":", checker);
    case "readPattern":
    case "writePattern":
      checkPattern(arg, wanted === "readPattern" ? "read" : "write");
      return convertOne(arg, "text", ":", checker);
    case "weekStart":
      if (isText(arg.tree) && findWeekStart(arg.tree) === undefined)
        throw new FormulaFault(
          `a week begins on "sunday" or "monday", not ${JSON.stringify(arg.tree)}`,
          arg.at,
        );
      return convertOne(arg, "text", ":", checker);
    case "regexp":
      if (isLiteral(arg.tree)) checker.expressions.push({ text: String(arg.tree), at: arg.at });
      return convertOne(arg, "text", ":", checker);
    case "holidays":
      if (arg.kind === "date") return asList(arg.tree);
      if (arg.kind === "text") return asList(convertEach(arg, "text", checker));
      throw new FormulaFault('holidays are dates, or text with dates as "2024-12-25, 2024-12-26"', arg.at);
    default:
      return isFlat ? convertEach(arg, wanted, checker) : convertOne(arg, wanted, ":", checker);
  }
}

/** Lists too: the cell of an empty list is null. */
const asList = (tree: Tree) => extend(tree, "list");

const isLiteral = (tree: Tree) => !Array.isArray(tree);

function checkUnit({ tree, at }: Typed): void {
  if (!isLiteral(tree) || tree === "" || findUnit(String(tree).trim())) return;
  throw new FormulaFault(`there is no unit ${JSON.stringify(String(tree))}; use ${unitList}`, at);
}

/** A text literal. An empty one is null. */
const isText = (tree: Tree): tree is string => typeof tree === "string" && tree !== "";

/** The position of the fault is the position of the token, after the quote. */
function checkPattern({ tree, at }: Typed, use: "read" | "write"): void {
  if (!isText(tree)) return;
  const unknown = findUnknownToken(tree, use);
  if (!unknown) return;
  const { text, at: place } = unknown;
  const does = use === "read" ? "DATETIME_PARSE cannot read" : "DATETIME_FORMAT cannot write";
  throw new FormulaFault(
    `${does} ${JSON.stringify(text)}; days are D, months M, years YYYY, hours H, minutes m, and other text stands in [ ]`,
    at + 1 + place,
  );
}

function checkIf(checker: Checker, [condition, ...branches]: Typed[], at: number): Typed {
  const test = convertOne(condition as Typed, "boolean", ":", checker);
  return withBranches(checker, "IF", [test], branches, (trees) => trees, at);
}

/** ["SWITCH", comparison, value, …, default] inside a "let" for the compared value, so that it is computed once. */
function checkSwitch(checker: Checker, [subject, ...rest]: Typed[], at: number): Typed {
  const { tree, ...result } = subject as Typed;
  const mustBeNamed = Array.isArray(tree) && tree[0] !== "$";
  const name = mustBeNamed ? checker.named++ : 0;
  const compared = (): Typed => ({ ...result, tree: mustBeNamed ? ["$x", name] : tree });
  const tests: Tree[] = [];
  const branches: Typed[] = [];
  for (let i = 0; i + 1 < rest.length; i += 2) {
    const [wanted, value] = [rest[i] as Typed, rest[i + 1] as Typed];
    tests.push(checkComparison(checker, "=", compared(), wanted, wanted.at).tree);
    branches.push(value);
  }
  if (rest.length % 2 === 1) branches.push(rest.at(-1) as Typed);
  const arrange = (trees: Tree[]) =>
    trees.flatMap((each, i) => (tests[i] === undefined ? [each] : [tests[i], each]));
  const typed = withBranches(checker, "SWITCH", [], branches, arrange, at);
  return mustBeNamed ? { ...typed, tree: ["let", name, tree, typed.tree] } : typed;
}

function withBranches(
  checker: Checker,
  name: string,
  before: Tree[],
  branches: Typed[],
  arrange: (trees: Tree[]) => Tree[],
  at: number,
): Typed {
  const result = commonResult(branches);
  const trees = branches.map((branch) =>
    !result || branch.isBlank || (branch.kind === result.kind && branch.isList === result.isList)
      ? branch.tree
      : convertOne(branch, result.kind, ":", checker),
  );
  const { kind, isList } = result ?? { kind: "text", isList: false };
  return {
    ...{ kind, isList, tree: [name, ...before, ...arrange(trees)], at },
    ...(kind === "number" && areWhole(branches) && { isWhole: true }),
    ...(!result && { isBlank: true }),
  };
}
