/* The value on the right of a SET, computed from the item as it was before the update. */
import { ValidationError } from "../errors.ts";
import { addNumbers, negateNumber } from "../values/decimal.ts";
import { type Item, isNumeric, type Value } from "../values/value.ts";
import { valueAt } from "./evaluate.ts";
import type { FunctionNode, Node, OperatorNode } from "./syntax.ts";

export const wrongOperand = () =>
  new ValidationError("An operand in the update expression has an incorrect data type");

export function computeOperand(node: Node, item: Item): Value {
  switch (node.kind) {
    case "value":
      return node.value as Value;
    case "path":
      return present(valueAt(node.path, item));
    case "function":
      return computeFunction(node, item);
    case "operator":
      return computeSum(node, item);
  }
}

function present(value: Value | undefined): Value {
  if (value === undefined)
    throw new ValidationError(
      "The provided expression refers to an attribute that does not exist in the item",
    );
  return value;
}

function computeFunction({ name, operands }: FunctionNode, item: Item): Value {
  const [first, second] = operands as [Node, Node];
  if (name === "if_not_exists") {
    const found = first.kind === "path" ? valueAt(first.path, item) : undefined;
    return found ?? (found === null ? null : computeOperand(second, item));
  }
  const [left, right] = [computeOperand(first, item), computeOperand(second, item)];
  if (!Array.isArray(left) || !Array.isArray(right)) throw wrongOperand();
  return [...left, ...right];
}

function computeSum({ operator, operands }: OperatorNode, item: Item): Value {
  const [left, right] = operands.map((each) => computeOperand(each, item)) as [Value, Value];
  if (!isNumeric(left) || !isNumeric(right)) throw wrongOperand();
  return addNumbers(left, operator === "-" ? negateNumber(right) : right);
}
