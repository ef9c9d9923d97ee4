/* Puts the names and values of a request into a parsed expression. */
import type { Placeholders } from "./placeholders.ts";
import type { Assignment, Node, Update } from "./syntax.ts";

export function bindNode(node: Node, placeholders: Placeholders): Node {
  switch (node.kind) {
    case "path":
      return { kind: "path", path: placeholders.pathOf(node.path) };
    case "value":
      return { kind: "value", name: node.name, value: placeholders.valueNamed(node.name) };
    default:
      return { ...node, operands: node.operands.map((each) => bindNode(each, placeholders)) };
  }
}

export function bindUpdate(update: Update, placeholders: Placeholders): Update {
  const bindEach = ({ path, value }: Assignment): Assignment => ({
    path: placeholders.pathOf(path),
    value: bindNode(value, placeholders),
  });
  return {
    set: update.set.map(bindEach),
    remove: update.remove.map(placeholders.pathOf),
    add: update.add.map(bindEach),
    delete: update.delete.map(bindEach),
  };
}
