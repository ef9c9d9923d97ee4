/* Update expressions: SET, REMOVE, ADD and DELETE, each at most once and in any order. */
import { ValidationError } from "../errors.ts";
import { parseOperand, parseValue } from "./parse-condition.ts";
import { parsePath } from "./parse-path.ts";
import { type Reader, readExpression } from "./reader.ts";
import type { Assignment, Node, Path, Update } from "./syntax.ts";

const sections = ["SET", "REMOVE", "ADD", "DELETE"] as const;
type Section = (typeof sections)[number];

export function parseUpdate(text: string): Update {
  const reader = readExpression(text, sections);
  const update: Update = { set: [], remove: [], add: [], delete: [] };
  const seen = new Set<Section>();
  do {
    const section = sections.find((each) => reader.isNext(each));
    if (!section) throw reader.syntaxError();
    if (seen.has(section))
      throw new ValidationError(`The "${section}" section can only be used once in an update expression;`);
    seen.add(section);
    reader.takeAny();
    parseSection(reader, section, update);
  } while (reader.peek().type !== "end");
  return update;
}

function parseSection(reader: Reader, section: Section, update: Update): void {
  if (section === "SET") update.set = parseList(reader, parseAssignment);
  else if (section === "REMOVE") update.remove = parseList<Path>(reader, parsePath);
  else if (section === "ADD") update.add = parseList(reader, parseOfValue);
  else update.delete = parseList(reader, parseOfValue);
}

function parseList<Each>(reader: Reader, parse: (reader: Reader) => Each): Each[] {
  const list = [parse(reader)];
  while (reader.take(",")) list.push(parse(reader));
  return list;
}

function parseAssignment(reader: Reader): Assignment {
  const path = parsePath(reader);
  reader.expect("=");
  return { path, value: parseSum(reader) };
}

/** One operand, or two with a sign between them, in parentheses or without. */
function parseSum(reader: Reader): Node {
  if (reader.isNext("(")) {
    reader.take("(");
    const sum = parseSum(reader);
    reader.expect(")");
    return sum.kind === "operator" ? sum : parseRest(reader, sum);
  }
  return parseRest(reader, parseOperand(reader));
}

function parseRest(reader: Reader, left: Node): Node {
  for (const operator of ["+", "-"] as const)
    if (reader.take(operator)) return { kind: "operator", operator, operands: [left, parseOperand(reader)] };
  return left;
}

const parseOfValue = (reader: Reader): Assignment => ({ path: parsePath(reader), value: parseValue(reader) });
