/*
 * Parses the text of a formula to a syntax tree with positions. It is a Pratt parser: each operator has a rank, and after an operand the
 * parser takes every operator that binds tighter than the one before.
 *
 *   text ──parseFormula──▶ Syntax ──compileFormula──▶ Tree (stored) ──prepareFormula──▶ a function of records
 */
import { FormulaFault } from "#lib/engine/formula/shared/formula-faults";
import { formulaLimits } from "#lib/engine/formula/shared/formula-limits";
import { fieldIn, readTokens, type Token, unquote } from "./tokens.ts";

export type Syntax = { at: number } & (
  | { type: "number"; value: number }
  | { type: "text"; value: string }
  | { type: "boolean"; value: boolean }
  | { type: "field"; id: string }
  | { type: "minus"; of: Syntax }
  | { type: "operator"; name: string; left: Syntax; right: Syntax }
  | { type: "call"; name: string; args: Syntax[] }
);

/** From loosest to tightest. All are left-associative. */
const ranks = [["&"], ["||"], ["&&"], ["=", "!="], [">", "<", ">=", "<="], ["+", "-"], ["*", "/", "%"]];
const rankByOperator = new Map(
  ranks.flatMap((operators, rank) => operators.map((operator) => [operator, rank])),
);
/** Binds tighter than every operator. */
export const operandRank = ranks.length;
export const rankOf = (operator: string): number | undefined => rankByOperator.get(operator);

/** Throws a FormulaFault. */
export function parseFormula(source: string): Syntax {
  const { characters } = formulaLimits;
  if (source.length > characters)
    throw new FormulaFault(
      `a formula has at most ${characters} characters; this one has ${source.length}`,
      characters,
    );
  if (source.trim() === "") throw new FormulaFault("the formula is empty; write a value", 0);
  const reader = { tokens: readTokens(source), next: 0 };
  const tree = parseExpression(reader, 0, 0);
  const rest = peek(reader);
  if (rest.type !== "end") throw new FormulaFault(`expected an operator, ${describe(rest)}`, rest.at);
  return tree;
}

interface Reader {
  tokens: Token[];
  next: number;
}

const peek = (reader: Reader) => reader.tokens[reader.next] as Token;
const isSymbol = ({ type, text }: Token, symbol: string) => type === "symbol" && text === symbol;
const describe = ({ type, text }: Token) =>
  type === "end" ? "but the formula ends" : `found ${JSON.stringify(text)}`;

/** Parses an operand and the operators after it whose rank is at least this one. */
function parseExpression(reader: Reader, rank: number, depth: number): Syntax {
  if (depth > formulaLimits.depth)
    throw new FormulaFault(`a formula is nested at most ${formulaLimits.depth} deep`, peek(reader).at);
  let left = parseOperand(reader, depth);
  for (;;) {
    const { type, text, at } = peek(reader);
    const own = type === "symbol" ? rankOf(text) : undefined;
    if (own === undefined || own < rank) return left;
    reader.next++;
    left = { type: "operator", name: text, left, right: parseExpression(reader, own + 1, depth + 1), at };
  }
}

function parseOperand(reader: Reader, depth: number): Syntax {
  const token = peek(reader);
  const { type, text, at } = token;
  if (type !== "end") reader.next++;
  if (type === "number") return { type: "number", value: Number(text), at };
  if (type === "text") return { type: "text", value: unquote(text), at };
  if (type === "field") return { type: "field", id: fieldIn(text), at };
  if (type === "name") return parseName(reader, token, depth);
  if (isSymbol(token, "-")) return { type: "minus", of: parseExpression(reader, operandRank, depth + 1), at };
  if (isSymbol(token, "(")) {
    const inner = parseExpression(reader, 0, depth + 1);
    closeBracket(reader, token);
    return inner;
  }
  const pair = findForeignOperator(reader, token);
  if (pair) throw pair;
  throw new FormulaFault(`expected a value, ${describe(token)}`, at);
}

/** Operators of other languages, which would be read as two operators of this one. */
const foreignOperators: Record<string, string> = {
  "==": "=",
  "!==": "!=",
  "<>": "!=",
  "=>": ">=",
  "=<": "<=",
  "**": "POWER",
};

/** The fault of a foreign operator that begins one character before the token. */
function findForeignOperator({ tokens, next }: Reader, token: Token): FormulaFault | undefined {
  const before = tokens[next - (token.type === "end" ? 1 : 2)];
  if (before?.type !== "symbol" || before.at + before.text.length !== token.at) return undefined;
  const meant = foreignOperators[before.text + token.text];
  if (meant === undefined) return undefined;
  return new FormulaFault(`there is no operator ${before.text}${token.text}; use ${meant}`, before.at);
}

/** Parses a function with its arguments, or TRUE or FALSE. */
function parseName(reader: Reader, { text, at }: Token, depth: number): Syntax {
  const name = text.toUpperCase();
  const isBoolean = name === "TRUE" || name === "FALSE";
  const open = peek(reader);
  if (!isSymbol(open, "(")) {
    if (isBoolean) return { type: "boolean", value: name === "TRUE", at };
    throw new FormulaFault(
      `${text} is no value: write a field as {fld…}, a function with brackets, text in quotes`,
      at,
    );
  }
  reader.next++;
  const args: Syntax[] = [];
  if (!isSymbol(peek(reader), ")"))
    for (;;) {
      args.push(parseExpression(reader, 0, depth + 1));
      if (!isSymbol(peek(reader), ",")) break;
      reader.next++;
    }
  closeBracket(reader, open);
  if (isBoolean && args.length === 0) return { type: "boolean", value: name === "TRUE", at };
  return { type: "call", name, args, at };
}

function closeBracket(reader: Reader, open: Token): void {
  const token = peek(reader);
  if (isSymbol(token, ")")) reader.next++;
  else if (token.type === "end") throw new FormulaFault("this bracket does not end; end it with )", open.at);
  else throw new FormulaFault(`expected an operator or ")", ${describe(token)}`, token.at);
}
