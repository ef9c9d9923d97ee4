/* Document paths: a.b[1].#c; and lists of them, as a ProjectionExpression is. */
import { ValidationError } from "../errors.ts";
import type { Reader } from "./reader.ts";
import { readExpression } from "./reader.ts";
import { isReserved } from "./reserved-words.ts";
import type { Path } from "./syntax.ts";

const greatestIndex = 2 ** 31 - 1;

export function parsePath(reader: Reader): Path {
  const path: (string | number)[] = [parseName(reader)];
  for (;;) {
    if (reader.take(".")) path.push(parseName(reader));
    else if (reader.take("[")) path.push(parseIndex(reader));
    else return path;
  }
}

function parseName(reader: Reader): string {
  const { type, text } = reader.peek();
  if ((type !== "name" && type !== "#name") || reader.isKeyword()) throw reader.syntaxError();
  if (type === "name" && isReserved(text))
    throw new ValidationError(`Attribute name is a reserved keyword; reserved keyword: ${text}`);
  reader.takeAny();
  return text;
}

function parseIndex(reader: Reader): number {
  const { type, text } = reader.peek();
  if (type !== "number") throw reader.syntaxError();
  const index = Number(text);
  if (index > greatestIndex)
    throw new ValidationError(`List index is not within the allowable range; index: [${text}]`);
  reader.takeAny();
  reader.expect("]");
  return index;
}

export function parseProjection(text: string): Path[] {
  const reader = readExpression(text);
  const paths = [parsePath(reader)];
  while (reader.take(",")) paths.push(parsePath(reader));
  if (reader.peek().type !== "end") throw reader.syntaxError();
  return paths;
}
