/* Reads the tokens of one expression one by one, and reports where a syntax error is. */
import { ValidationError } from "../errors.ts";
import { readTokens, type Token } from "./tokens.ts";

export type Reader = ReturnType<typeof readExpression>;

/** `keywords` are the words of the grammar, which cannot be names. */
export function readExpression(text: string, keywords: readonly string[] = []) {
  const tokens = readTokens(text);
  let at = 0;
  const peek = (ahead = 0): Token => tokens[Math.min(at + ahead, tokens.length - 1)] as Token;

  /** Takes the next token if it is this sign or word; upper and lower case of a word are equal. */
  function take(wanted: string): boolean {
    if (!isNext(wanted)) return false;
    at++;
    return true;
  }

  function isNext(wanted: string): boolean {
    const { type, text } = peek();
    if (type === "name") return text.toUpperCase() === wanted;
    return type === "sign" && text === wanted;
  }

  function takeAny(): Token {
    const token = peek();
    at++;
    return token;
  }

  function expect(wanted: string): void {
    if (!take(wanted)) throw syntaxError();
  }

  /** About the next token, with those before and after it. */
  function syntaxError(): ValidationError {
    const { text: token, type } = peek();
    const from = tokens[Math.max(0, at - 1)] as Token;
    const to = type === "end" ? text.length : peek(1).end;
    return new ValidationError(`Syntax error; token: "${token}", near: "${text.slice(from.start, to)}"`);
  }

  const isKeyword = () => keywords.includes(peek().text.toUpperCase());

  return { peek, take, takeAny, isNext, isKeyword, expect, syntaxError };
}
