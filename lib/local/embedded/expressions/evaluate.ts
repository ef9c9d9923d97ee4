/* Whether an item fulfills a condition. A path that leads nowhere has the value undefined; of all comparisons only <> is true for it. */
import { areEqual, beginsWith, compareValues, isInOrder, memberText } from "../values/compare.ts";
import {
  getMember,
  type Item,
  isMap,
  type Scalar,
  typeOf,
  type Value,
  type ValueMap,
  ValueSet,
} from "../values/value.ts";
import type { Comparator, FunctionNode, Node, OperatorNode, Path } from "./syntax.ts";

export function holds(node: Node, item: Item): boolean {
  if (node.kind === "operator") return operatorHolds(node, item);
  return functionHolds(node as FunctionNode, item);
}

function operatorHolds({ operator, operands }: OperatorNode, item: Item): boolean {
  const [first, second, third] = operands as [Node, Node, Node];
  switch (operator) {
    case "AND":
      return holds(first, item) && holds(second, item);
    case "OR":
      return holds(first, item) || holds(second, item);
    case "NOT":
      return !holds(first, item);
  }
  const value = evaluateNode(first, item);
  if (operator === "IN")
    return operands.slice(1).some((each) => compares("=", value, evaluateNode(each, item)));
  if (operator === "BETWEEN")
    return (
      compares(">=", value, evaluateNode(second, item)) && compares("<=", value, evaluateNode(third, item))
    );
  return compares(operator as Comparator, value, evaluateNode(second, item));
}

function compares(comparator: Comparator, a: Value | undefined, b: Value | undefined): boolean {
  if (comparator === "<>") return !compares("=", a, b);
  if (a === undefined || b === undefined) return false;
  if (comparator === "=") return areEqual(a, b);
  const order = compareValues(a, b);
  return order !== undefined && isInOrder(order, comparator);
}

function functionHolds({ name, operands }: FunctionNode, item: Item): boolean {
  const [first, second] = operands.map((each) => evaluateNode(each, item));
  switch (name) {
    case "attribute_exists":
      return first !== undefined;
    case "attribute_not_exists":
      return first === undefined;
  }
  if (first === undefined || second === undefined) return false;
  if (name === "attribute_type") return typeOf(first) === second;
  return name === "begins_with" ? beginsWith(first, second) : contains(first, second);
}

function contains(value: Value, part: Value): boolean {
  if (typeof value === "string") return typeof part === "string" && value.includes(part);
  if (Array.isArray(value)) return value.some((each) => areEqual(each, part));
  if (value instanceof ValueSet)
    return (
      typeOf(part) === value.type[0] &&
      value.members.some((member) => memberText(member) === memberText(part as Scalar))
    );
  return (
    value instanceof Uint8Array &&
    part instanceof Uint8Array &&
    Buffer.from(value).includes(Buffer.from(part))
  );
}

export function evaluateNode(node: Node, item: Item): Value | undefined {
  if (node.kind === "value") return node.value;
  if (node.kind === "path") return valueAt(node.path, item);
  // size() is the only function that gives a value
  return sizeOf(evaluateNode((node as FunctionNode).operands[0] as Node, item));
}

/** Characters of a string, bytes of a binary, members of anything else that has some. */
function sizeOf(value: Value | undefined): number | undefined {
  if (typeof value === "string" || value instanceof Uint8Array || Array.isArray(value)) return value.length;
  if (value instanceof ValueSet) return value.members.length;
  return isMap(value) ? Object.keys(value as ValueMap).length : undefined;
}

export function valueAt(path: Path, item: Item): Value | undefined {
  let value: Value | undefined = item;
  for (const step of path) {
    if (typeof step === "number") value = Array.isArray(value) ? value[step] : undefined;
    else value = isMap(value) ? getMember(value as ValueMap, step) : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}
