/* A part of a formula with its kind, and how it is converted to another. */
import { FormulaFault } from "#lib/engine/formula/shared/formula-faults";
import type { Kind, Result, Step, Tree } from "#lib/engine/formula/shared/kinds";
import type { Checker } from "./gathered.ts";

export interface Typed extends Result {
  tree: Tree;
  at: number;
  /** A null that fits every kind: BLANK(), ERROR(), and parts that could not be checked. */
  isBlank?: true;
  /** Numbers without decimals, whatever the cells hold. */
  isWhole?: true;
}

/** The result for a value that cannot be converted: ":" an error, "?" null, "~" a value that equals nothing and has no order. */
export type Mode = ":" | "?" | "~";

/** Appends an operator or a conversion. The tree that is passed must not be used any longer. */
export function extend(tree: Tree, ...step: Step): Tree {
  if (!Array.isArray(tree) || tree[0] !== "|>") return ["|>", tree, step];
  tree.push(step);
  return tree;
}

/** Whether the tree is the value of a field. */
const isField = (tree: Tree): tree is ["$", number] => Array.isArray(tree) && tree[0] === "$";

/** Converts to one value of a kind. Throws a FormulaFault if values of this kind can never be converted. */
export function convertOne(from: Typed, to: Kind, mode: Mode, { texts }: Pick<Checker, "texts">): Tree {
  const { tree, kind, isList } = from;
  if (from.isBlank) return tree;
  if (kind === to && !isList) return tree;
  if (to === "text" && kind !== "number" && isField(tree)) return readText("$t", tree[1], texts);
  refuseImpossible(from, to);
  return extend(tree, mode, to, kind, isList ? "one" : "");
}

/** Converts the elements of a value to a kind; a single value stays a single value. */
export function convertEach(from: Typed, to: Kind, { texts }: Pick<Checker, "texts">): Tree {
  const { tree, kind, isList } = from;
  if (!isList) return convertOne(from, to, "?", { texts });
  if (to === "text" && kind !== "number" && isField(tree)) return readText("$e", tree[1], texts);
  if (kind === to) return tree;
  refuseImpossible(from, to);
  return extend(tree, "?", to, kind, "each");
}

function readText(name: "$t" | "$e", field: number, texts: Set<number>): Tree {
  texts.add(field);
  return [name, field];
}

const words: Record<Kind, string> = {
  text: "text",
  number: "a number",
  boolean: "true or false",
  date: "a date",
};

function refuseImpossible({ kind, at }: Typed, to: Kind): void {
  if (kind === to || kind === "text") return;
  if (to === "date") throw new FormulaFault(`a date is needed here, and this is ${words[kind]}`, at);
  if (to === "number" && kind === "date")
    throw new FormulaFault(
      "a number is needed here, and this is a date; for the time between two dates use DATETIME_DIFF",
      at,
    );
}

/** The kind to which both sides of a comparison are converted. */
export function commonKind(a: Typed, b: Typed): Kind {
  if (a.isBlank) return b.kind;
  if (b.isBlank || a.kind === b.kind) return a.kind;
  const kinds = [a.kind, b.kind];
  if (kinds.includes("date")) {
    if (kinds.includes("text")) return "date";
    throw new FormulaFault(`${words[a.kind]} cannot be compared with ${words[b.kind]}`, b.at);
  }
  return kinds.includes("number") ? "number" : "boolean";
}

/** The common kind of branches: text, if they differ. Undefined if no branch has a kind. */
export function commonResult(branches: readonly Typed[]): Result | undefined {
  const [first, ...rest] = branches.filter(({ isBlank }) => !isBlank);
  if (!first) return undefined;
  const { kind, isList } = first;
  const isSame = rest.every((branch) => branch.kind === kind && branch.isList === isList);
  return isSame ? { kind, isList } : { kind: "text", isList: false };
}
