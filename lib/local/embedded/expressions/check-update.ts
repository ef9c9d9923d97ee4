/* Refuses updates that are invalid for every item: paths that overlap, operands that never fit, key attributes. */
import { SchemaError, ValidationError } from "../errors.ts";
import { typeOf, type Value, type ValueType } from "../values/value.ts";
import { wrongType } from "./check-condition.ts";
import { checkKeyPaths, checkOverlaps, pathsIn } from "./check-paths.ts";
import type { FunctionNode, Node, Path, Update } from "./syntax.ts";

const conditionFunctions = [
  "attribute_exists",
  "attribute_not_exists",
  "attribute_type",
  "begins_with",
  "contains",
  "size",
];

export function checkUpdate(update: Update): void {
  for (const { value } of update.set) checkOperand(value);
  checkSectionTypes("ADD", update.add, ["N", "SS", "NS", "BS"]);
  checkSectionTypes("DELETE", update.delete, ["SS", "NS", "BS"]);
  checkOverlaps(targetsOf(update));
}

/** The paths that are written. */
export const targetsOf = ({ set, remove, add, delete: from }: Update): Path[] => [
  ...set.map(({ path }) => path),
  ...remove,
  ...add.map(({ path }) => path),
  ...from.map(({ path }) => path),
];

export function checkUpdateOfKeys(update: Update, keys: readonly string[]): void {
  const targets = targetsOf(update);
  checkKeyPaths([...targets, ...update.set.flatMap(({ value }) => pathsIn(value))], keys);
  for (const [head] of targets)
    if (keys.includes(head as string))
      throw new SchemaError(
        `One or more parameter values were invalid: Cannot update attribute ${head}. This attribute is part of the key`,
      );
}

function checkOperand(node: Node): void {
  if (node.kind === "operator") {
    for (const each of node.operands) checkTyped(node.operator, each, ["N"]);
  } else if (node.kind === "function") checkFunction(node);
}

function checkTyped(name: string, node: Node, allowed: ValueType[]): void {
  checkOperand(node);
  if (node.kind === "function" && node.name === "list_append" && !allowed.includes("L"))
    throw wrongType(name, "L");
  if (node.kind !== "value") return;
  const type = typeOf(node.value as Value);
  if (!allowed.includes(type)) throw wrongType(name, type);
}

function checkFunction({ name, operands }: FunctionNode): void {
  if (conditionFunctions.includes(name))
    throw new ValidationError(`The function is not allowed in an update expression; function: ${name}`);
  if (name !== "if_not_exists" && name !== "list_append")
    throw new ValidationError(`Invalid function name; function: ${name}`);
  if (operands.length !== 2)
    throw new ValidationError(
      `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${operands.length}`,
    );
  if (name === "if_not_exists" && operands[0]?.kind !== "path")
    throw new ValidationError(`Operator or function requires a document path; operator or function: ${name}`);
  for (const each of operands)
    if (name === "list_append") checkTyped(name, each, ["L"]);
    else checkOperand(each);
}

/** The names of types in this one message. */
const longNames: { [type in ValueType]: string } = {
  ...{ S: "STRING", N: "NUMBER", B: "BINARY", BOOL: "BOOLEAN", NULL: "NULL" },
  ...{ L: "LIST", M: "MAP", SS: "STRING_SET", NS: "NUMBER_SET", BS: "BINARY_SET" },
};

function checkSectionTypes(
  section: "ADD" | "DELETE",
  parts: { path: Path; value: Node }[],
  allowed: ValueType[],
): void {
  for (const { value } of parts) {
    const type = value.kind === "value" ? typeOf(value.value as Value) : undefined;
    if (type && !allowed.includes(type))
      throw new ValidationError(
        `Incorrect operand type for operator or function; operator: ${section}, operand type: ${longNames[type]}, typeSet: ALLOWED_FOR_${section}_OPERAND`,
      );
  }
}
