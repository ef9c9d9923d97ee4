import { operandRank, rankOf, type Syntax } from "./parse.ts";

/** The formula of a syntax tree, with no more brackets than it needs. */
export function printFormula(tree: Syntax): string {
  return printAt(tree, 0);
}

/** `rank` is the rank of the place: an operator that binds looser needs brackets there. */
function printAt(node: Syntax, rank: number): string {
  if (node.type === "number") return Number.isFinite(node.value) ? String(node.value) : "1e999";
  if (node.type === "text") return quote(node.value);
  if (node.type === "boolean") return node.value ? "TRUE" : "FALSE";
  if (node.type === "field") return `{${node.id}}`;
  if (node.type === "minus") return `-${printAt(node.of, operandRank)}`;
  if (node.type === "call") return `${node.name}(${node.args.map((arg) => printAt(arg, 0)).join(", ")})`;
  return printOperators(node, rank);
}

/** A chain of operators is as deep as it is long, so its left operands are handled in a loop, without recursion. */
function printOperators(node: Syntax & { type: "operator" }, rank: number): string {
  const parts: string[] = [];
  let begin = "";
  let left: Syntax = node;
  let around = rank;
  while (left.type === "operator") {
    const own = rankOf(left.name) ?? 0;
    const isBracketed = own < around;
    parts.push(` ${left.name} ${printAt(left.right, own + 1)}${isBracketed ? ")" : ""}`);
    if (isBracketed) begin += "(";
    around = own;
    left = left.left;
  }
  return begin + printAt(left, around) + parts.reverse().join("");
}

const quote = (text: string) =>
  `"${text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t").replaceAll("\r", "\\r")}"`;
