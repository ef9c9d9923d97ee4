/* The keys that a query wants: one partition, and a range of its sort keys. */
import { invalidParameter, ValidationError } from "../errors.ts";
import { checkNotEmpty } from "../values/key-value.ts";
import { type Scalar, typeOf, type Value, type ValueType } from "../values/value.ts";
import type { Node, OperatorNode } from "./syntax.ts";

export interface KeyRange {
  partition: Scalar;
  sort?: SortCondition;
}

export interface SortCondition {
  operator: "=" | "<" | "<=" | ">" | ">=" | "BETWEEN" | "begins_with";
  operands: Scalar[];
}

interface KeyAttribute {
  name: string;
  type: ValueType;
}

/** The condition must already be bound and checked. */
export function readKeyCondition(
  condition: Node,
  { partitionKey, sortKey }: { partitionKey: KeyAttribute; sortKey?: KeyAttribute | undefined },
): KeyRange {
  const found = new Map<string, SortCondition>();
  for (const part of partsOf(condition)) {
    const { name, ...sort } = readPart(part);
    if (found.has(name))
      throw new ValidationError("KeyConditionExpressions must only contain one condition per key");
    found.set(name, sort);
  }
  if (found.size > 2) throw new ValidationError("Conditions can be of length 1 or 2 only");
  const partition = found.get(partitionKey.name);
  if (!partition) throw missing(partitionKey.name);
  if (partition.operator !== "=") throw new ValidationError("Query key condition not supported");
  const sort = sortKey && found.get(sortKey.name);
  if (found.size === 2 && !sort)
    throw sortKey ? missing(sortKey.name) : new ValidationError("Query key condition not supported");
  checkOperands(partitionKey, partition);
  if (sortKey && sort) checkOperands(sortKey, sort);
  return { partition: partition.operands[0] as Scalar, ...(sort && { sort }) };
}

const missing = (key: string) => new ValidationError(`Query condition missed key schema element: ${key}`);

function partsOf(node: Node): Node[] {
  if (node.kind === "operator" && node.operator === "AND") return node.operands.flatMap(partsOf);
  return [node];
}

type NamedCondition = SortCondition & { name: string };

function readPart(node: Node): NamedCondition {
  const operator = node.kind === "operator" ? node.operator : node.kind === "function" ? node.name : "";
  if (
    [
      "OR",
      "NOT",
      "IN",
      "<>",
      "attribute_exists",
      "attribute_not_exists",
      "attribute_type",
      "contains",
    ].includes(operator)
  )
    throw new ValidationError(`Invalid operator used in KeyConditionExpression: ${operator}`);
  const { operands } = node as OperatorNode;
  if (operands.some(({ kind }) => kind === "operator" || kind === "function"))
    throw new ValidationError("KeyConditionExpressions cannot contain nested operations");
  const paths = operands.flatMap((each) => (each.kind === "path" ? [each.path] : []));
  const [path] = paths;
  if (paths.length > 1) throw invalidCondition("Multiple attribute names used in one condition");
  if (!path) throw invalidCondition("No key attribute specified");
  const isFirst = operands[0]?.kind === "path";
  if (!isFirst && (operator === "BETWEEN" || operator === "begins_with"))
    throw invalidCondition(`${operator} operator must have the key attribute as its first operand`);
  const name = path[0] as string;
  if (path.length > 1)
    throw new ValidationError("KeyConditionExpressions cannot have conditions on nested attributes");
  const values = operands.flatMap((each) => (each.kind === "value" ? [each.value as Scalar] : []));
  return {
    name,
    operator: (isFirst ? operator : mirrored(operator)) as SortCondition["operator"],
    operands: values,
  };
}

const invalidCondition = (reason: string) =>
  new ValidationError(`Invalid condition in KeyConditionExpression: ${reason}`);

/** `:value < key` is `key > :value`. */
const mirrored = (operator: string) => ({ "<": ">", "<=": ">=", ">": "<", ">=": "<=" })[operator] ?? operator;

function checkOperands({ name, type }: KeyAttribute, { operands }: SortCondition): void {
  for (const operand of operands) {
    if (typeOf(operand as Value) !== type)
      throw invalidParameter("Condition parameter type does not match schema type");
    checkNotEmpty(name, operand);
  }
}
