/*
 * Conditions, filters and key conditions, by what binds closest:
 *
 *   OR  <  AND  <  NOT  <  = <> < <= > >= BETWEEN IN  <  path, :value, function(…), (…)
 */
import { ValidationError } from "../errors.ts";
import { parsePath } from "./parse-path.ts";
import { type Reader, readExpression } from "./reader.ts";
import type { Comparator, FunctionNode, Node, OperatorNode, ValueNode } from "./syntax.ts";

const comparators = ["=", "<>", "<", "<=", ">", ">="] as const satisfies Comparator[];
const mostOperators = 300;
const mostOperandsOfIn = 100;

export function parseCondition(text: string): Node {
  const reader = readExpression(text, ["AND", "OR", "NOT", "BETWEEN", "IN"]);
  const condition = asCondition(reader, parseOr(reader));
  if (reader.peek().type !== "end") throw reader.syntaxError();
  const operators = countOperators(condition);
  if (operators > mostOperators)
    throw new ValidationError(
      `The expression contains too many operators; operator count: ${mostOperators + 1}`,
    );
  return condition;
}

function countOperators(node: Node): number {
  if (node.kind === "path" || node.kind === "value") return 0;
  return node.operands.reduce((sum, each) => sum + countOperators(each), 1);
}

const operator = (operator: OperatorNode["operator"], ...operands: Node[]): OperatorNode => ({
  kind: "operator",
  operator,
  operands,
});

/** Whether the node is a condition, not a value: only a condition may stand alone, or beside AND and OR. */
const isCondition = (node: Node) => node.kind === "operator" || node.kind === "function";

function asCondition(reader: Reader, node: Node): Node {
  if (!isCondition(node)) throw reader.syntaxError();
  return node;
}

function parseOr(reader: Reader): Node {
  let left = parseAnd(reader);
  while (isCondition(left) && reader.take("OR"))
    left = operator("OR", left, asCondition(reader, parseAnd(reader)));
  return left;
}

function parseAnd(reader: Reader): Node {
  let left = parseNot(reader);
  while (isCondition(left) && reader.take("AND"))
    left = operator("AND", left, asCondition(reader, parseNot(reader)));
  return left;
}

function parseNot(reader: Reader): Node {
  if (reader.take("NOT")) return operator("NOT", asCondition(reader, parseNot(reader)));
  return parseComparison(reader);
}

/** A path or a value without a comparison is only valid in parentheses: `(a) = (b)`. */
function parseComparison(reader: Reader): Node {
  const left = reader.isNext("(") ? parseGroup(reader) : parseOperand(reader);
  if (left.kind === "operator") return left;
  const comparator = comparators.find((each) => reader.take(each));
  if (comparator) return operator(comparator, left, parseOperand(reader));
  if (reader.take("BETWEEN")) {
    const low = parseOperand(reader);
    reader.expect("AND");
    return operator("BETWEEN", left, low, parseOperand(reader));
  }
  if (reader.take("IN")) return parseIn(reader, left);
  return reader.isNext(")") ? left : asCondition(reader, left);
}

function parseGroup(reader: Reader): Node {
  reader.expect("(");
  const group = parseOr(reader);
  reader.expect(")");
  if (group.kind === "path" || group.kind === "value") return group;
  return { ...group, parentheses: group.parentheses ? "redundant" : "once" };
}

function parseIn(reader: Reader, left: Node): Node {
  reader.expect("(");
  const operands = [parseOperand(reader)];
  while (reader.take(",")) operands.push(parseOperand(reader));
  reader.expect(")");
  if (operands.length > mostOperandsOfIn)
    throw new ValidationError(
      `The IN operator is provided with too many operands; number of operands: ${operands.length}`,
    );
  return operator("IN", left, ...operands);
}

/** A path, a value, or a function of them; in parentheses or without. */
export function parseOperand(reader: Reader): Node {
  if (reader.take("(")) {
    const operand = parseOperand(reader);
    reader.expect(")");
    return operand;
  }
  const { type } = reader.peek();
  if (type === ":value") return parseValue(reader);
  if (type === "name" && reader.peek(1).text === "(") return parseFunction(reader);
  return { kind: "path", path: parsePath(reader) };
}

export function parseValue(reader: Reader): ValueNode {
  const { type, text: name } = reader.peek();
  if (type !== ":value") throw reader.syntaxError();
  reader.takeAny();
  return { kind: "value", name };
}

function parseFunction(reader: Reader): FunctionNode {
  if (reader.isKeyword()) throw reader.syntaxError();
  const { text: name } = reader.peek();
  reader.takeAny();
  reader.expect("(");
  const operands = [parseOperand(reader)];
  while (reader.take(",")) operands.push(parseOperand(reader));
  reader.expect(")");
  return { kind: "function", name, operands };
}
