/*
 * The parsed form of an expression. It does not depend on the values of placeholders, so each text is parsed once; binding (bind.ts) puts
 * in the names and values of a request.
 */
import type { Value } from "../values/value.ts";

/** A document path: names, and indexes of lists. */
export type Path = readonly (string | number)[];

export type Comparator = "=" | "<>" | "<" | "<=" | ">" | ">=";

export type Operator = Comparator | "AND" | "OR" | "NOT" | "BETWEEN" | "IN" | "+" | "-";

export interface PathNode {
  kind: "path";
  path: Path;
}
export interface ValueNode {
  kind: "value";
  /** The placeholder. */
  name: string;
  /** Set by binding. */
  value?: Value;
}
/** The parentheses around a node; those of `((a))` are redundant. */
type Parentheses = "once" | "redundant";

export interface OperatorNode {
  kind: "operator";
  operator: Operator;
  operands: Node[];
  parentheses?: Parentheses;
}
export interface FunctionNode {
  kind: "function";
  name: string;
  operands: Node[];
  parentheses?: Parentheses;
}
export type Node = PathNode | ValueNode | OperatorNode | FunctionNode;

export interface Assignment {
  path: Path;
  value: Node;
}

/** An update: each of its four sections at most once. */
export interface Update {
  set: Assignment[];
  remove: Path[];
  add: Assignment[];
  delete: Assignment[];
}
