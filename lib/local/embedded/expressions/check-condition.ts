/* Refuses conditions that are invalid for every item: functions and operators whose operands never fit. */
import { ValidationError } from "../errors.ts";
import { compareValues } from "../values/compare.ts";
import { typeOf, type Value, type ValueType } from "../values/value.ts";
import { toWire } from "../values/wire.ts";
import type { FunctionNode, Node, OperatorNode } from "./syntax.ts";

/** The number of operands of each function. With `ofPath` the first operand must be a path. */
const functions: { [name: string]: { operands: number; ofPath?: true } } = {
  attribute_exists: { operands: 1, ofPath: true },
  attribute_not_exists: { operands: 1, ofPath: true },
  attribute_type: { operands: 2, ofPath: true },
  begins_with: { operands: 2 },
  contains: { operands: 2 },
  size: { operands: 1 },
};
const updateFunctions = ["if_not_exists", "list_append"];

const attributeTypes = ["N", "BS", "L", "B", "NULL", "M", "S", "SS", "NS", "BOOL"];

/** Checks a whole condition, or an operand of AND, OR or NOT. */
export function checkCondition(node: Node): void {
  if (node.kind === "function") {
    checkFunction(node);
    if (node.name === "size") throw misused(node);
  } else if (node.kind === "operator") {
    if (["AND", "OR", "NOT"].includes(node.operator)) node.operands.forEach(checkCondition);
    else checkComparison(node);
  }
}

/** Refuses redundant parentheses. DynamoDB allows them in a KeyConditionExpression, so this is not called for one. */
export function checkParentheses(node: Node): void {
  if (node.kind === "path" || node.kind === "value") return;
  if (node.parentheses === "redundant")
    throw new ValidationError("The expression has redundant parentheses;");
  if (node.kind === "operator" && ["AND", "OR", "NOT"].includes(node.operator))
    node.operands.forEach(checkParentheses);
}

function checkOperand(node: Node): void {
  if (node.kind !== "function") return;
  checkFunction(node);
  if (node.name !== "size") throw misused(node);
}

const misused = ({ name }: FunctionNode) =>
  new ValidationError(`The function is not allowed to be used this way in an expression; function: ${name}`);

function checkFunction({ name, operands }: FunctionNode): void {
  if (updateFunctions.includes(name))
    throw new ValidationError(`The function is not allowed in a condition expression; function: ${name}`);
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!known) throw new ValidationError(`Invalid function name; function: ${name}`);
  operands.forEach(checkOperand);
  if (operands.length !== known.operands)
    throw new ValidationError(
      `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${operands.length}`,
    );
  const [first, second] = operands as [Node, Node | undefined];
  if (known.ofPath && first.kind !== "path")
    throw new ValidationError(`Operator or function requires a document path; operator or function: ${name}`);
  if (second) checkDistinct(name, first, [second]);
  if (name === "attribute_type") checkTypeName(second as Node);
  if (name === "begins_with") for (const each of operands) checkType(name, each, ["S", "B"]);
  if (name === "size") checkType(name, first, ["S", "B", "SS", "NS", "BS", "L", "M"]);
}

function checkTypeName(operand: Node): void {
  if (operand.kind !== "value") throw wrongType("attribute_type", "a document path");
  checkType("attribute_type", operand, ["S"]);
  const name = operand.value as string;
  if (!attributeTypes.includes(name))
    throw new ValidationError(
      `Invalid attribute type name found; type: ${name}, valid types: {${attributeTypes.join(",")}}`,
    );
}

function checkType(name: string, operand: Node, allowed: ValueType[]): void {
  if (operand.kind !== "value" && operand.kind !== "function") return;
  // size() is the only function that can be an operand
  const type = operand.kind === "value" ? typeOf(operand.value as Value) : "N";
  if (!allowed.includes(type)) throw wrongType(name, type);
}

export const wrongType = (name: string, type: string) =>
  new ValidationError(
    `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`,
  );

function checkComparison({ operator, operands }: OperatorNode): void {
  operands.forEach(checkOperand);
  const [first, ...rest] = operands as [Node, ...Node[]];
  checkDistinct(operator, first, rest);
  if (operator === "=" || operator === "<>" || operator === "IN") return;
  for (const each of operands) checkType(operator, each, ["S", "N", "B"]);
  if (operator === "BETWEEN") checkBounds(rest[0] as Node, rest[1] as Node);
}

function checkBounds(low: Node, high: Node): void {
  if (low.kind !== "value" || high.kind !== "value") return;
  const [lower, upper] = [low.value as Value, high.value as Value];
  const bounds = `lower bound operand: AttributeValue: ${shown(lower)}, upper bound operand: AttributeValue: ${shown(upper)}`;
  const order = compareValues(lower, upper);
  if (order === undefined)
    throw new ValidationError(
      `The BETWEEN operator requires same data type for lower and upper bounds; ${bounds}`,
    );
  if (order > 0)
    throw new ValidationError(
      `The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ${bounds}`,
    );
}

function shown(value: Value): string {
  const [[type, content] = []] = Object.entries(toWire(value));
  return `{${type}:${content instanceof Uint8Array ? Buffer.from(content).toString("base64") : content}}`;
}

function checkDistinct(operator: string, first: Node, rest: Node[]): void {
  if (first.kind !== "path") return;
  const path = showPath(first.path);
  if (rest.some((each) => each.kind === "path" && showPath(each.path) === path))
    throw new ValidationError(
      `The first operand must be distinct from the remaining operands for this operator or function; operator: ${operator}, first operand: ${path}`,
    );
}

/** A path in the form of DynamoDB's messages: [a, [1], b]. */
export const showPath = (path: readonly (string | number)[]): string =>
  `[${path.map((step) => (typeof step === "number" ? `[${step}]` : step)).join(", ")}]`;
