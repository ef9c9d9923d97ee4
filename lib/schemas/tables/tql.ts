/*
 * A filter as text, as older clients write it: `{Status} = 'open' AND ({Count} > 5 OR {Count} IS NULL)`.
 *
 *   any        = all { OR all }              all = one { AND one }
 *   one        = ( any ) | condition
 *   condition  = {field} = != <> > >= < <= value | {field} [NOT] LIKE 'text' | {field} [NOT] IN (value, …)
 *              | {field} HAS (value, …) | {field} IS [NOT] NULL
 *   value      = 'text' ('' is a quote) | number | TRUE | FALSE
 */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { messageOf } from "#lib/schemas/issues/issues";
import { Filter, type FilterItem } from "./filter.ts";

type Node = Filter | FilterItem;
type Value = string | number | boolean;
interface Token {
  kind: "field" | "text" | "number" | "sign" | "word" | "end";
  text: string;
  /** Its place in the text, from 1. */
  at: number;
}

class TqlError extends Error {}

const pattern =
  /\s*(?:\{(?<field>[^{}]*)\}|'(?<text>(?:[^']|'')*)'|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<sign><=|>=|<>|!=|[=<>(),])|(?<word>[A-Za-z]+))/y;

/** The filter that the text stands for; the operators of its items are symbols. */
export const FilterText = z
  .string()
  .max(limits.filterBytes, `must have at most ${limits.filterBytes} characters`)
  .transform((text, context): Filter | undefined => {
    if (text.trim() === "") return undefined;
    try {
      const { data, error } = Filter.safeParse(parseText(text));
      for (const issue of error?.issues ?? [])
        context.addIssue({ code: "custom", message: messageOf(issue) });
      return data;
    } catch (error) {
      if (!(error instanceof TqlError)) throw error;
      const hint = text.trimStart().startsWith('{"') ? "; `filter` takes JSON" : "";
      context.addIssue({ code: "custom", message: error.message + hint });
      return z.NEVER;
    }
  });

function tokensOf(sent: string): Token[] {
  const tokens: Token[] = [];
  const end = sent.trimEnd().length;
  pattern.lastIndex = 0;
  for (let at = 0; at < end; at = pattern.lastIndex) {
    const groups = pattern.exec(sent)?.groups;
    const [kind, found] = Object.entries(groups ?? {}).find(([, each]) => each !== undefined) ?? [];
    if (!kind || found === undefined) {
      const hint = sent.slice(at).trimStart().startsWith('"') ? ": texts stand in single quotes" : "";
      throw new TqlError(`cannot be read from character ${at + 1} on${hint}`);
    }
    const text = kind === "text" ? found.replaceAll("''", "'") : found;
    tokens.push({ kind: kind as Token["kind"], text, at: at + 1 });
  }
  return [...tokens, { kind: "end", text: "the end", at: end + 1 }];
}

function parseText(text: string): Filter {
  const tokens = tokensOf(text);
  let next = 0;
  let depth = 0;
  const peek = () => tokens[next] as Token;
  const isWord = (word: string) => peek().kind === "word" && peek().text.toUpperCase() === word;
  const isSign = (sign: string) => peek().kind === "sign" && peek().text === sign;
  const skipIf = (isNext: boolean) => {
    if (isNext) next++;
    return isNext;
  };
  const expected = (what: string): never => {
    throw new TqlError(`expected ${what} at character ${peek().at}, found ${peek().text.slice(0, 40)}`);
  };
  const need = (isNext: boolean, what: string) => skipIf(isNext) || expected(what);

  function readMany(conjunction: "and" | "or", read: () => Node): Node {
    const first = read();
    const filterSet = [first];
    while (skipIf(isWord(conjunction.toUpperCase()))) filterSet.push(read());
    return filterSet.length > 1 ? { conjunction, filterSet } : first;
  }
  const readAny = (): Node => readMany("or", () => readMany("and", readOne));

  function readOne(): Node {
    if (!skipIf(isSign("("))) return readCondition();
    if (++depth > limits.filterItems) throw new TqlError("has too many parentheses");
    const inside = readAny();
    need(isSign(")"), ")");
    depth--;
    return inside;
  }

  function readCondition(): FilterItem {
    const { kind, text: fieldId } = peek();
    need(kind === "field", "a field in braces, such as {Name},");
    const item = (operator: string, value: FilterItem["value"]) => ({
      fieldId,
      operator,
      value,
      isSymbol: true,
    });
    if (skipIf(isWord("IS"))) {
      const operator = skipIf(isWord("NOT")) ? "IS NOT NULL" : "IS NULL";
      need(isWord("NULL"), "NULL");
      return item(operator, null);
    }
    const not = skipIf(isWord("NOT")) ? "NOT " : "";
    if (skipIf(isWord("LIKE"))) return item(`${not}LIKE`, readPattern());
    if (skipIf(isWord("IN"))) return item(`${not}IN`, readList());
    if (not) return expected("LIKE or IN");
    if (skipIf(isWord("HAS"))) return item("HAS", readList());
    const { kind: sort, text: sign } = peek();
    need(sort === "sign" && !/[(),]/.test(sign), "an operator such as =, >, LIKE, IN, HAS or IS NULL");
    return item(sign === "<>" ? "!=" : sign, readValue());
  }

  function readPattern(): string {
    const at = peek();
    const value = readValue();
    const [, text = ""] = /^%(.*)%$/s.exec(String(value)) ?? ["", String(value)];
    if (typeof value === "string" && !text.includes("%")) return text;
    throw new TqlError(`the text at character ${at.at} must be like '%text%': LIKE finds it anywhere`);
  }

  function readList(): Value[] {
    if (!skipIf(isSign("("))) return [readValue()];
    const values = [readValue()];
    while (skipIf(isSign(","))) values.push(readValue());
    need(isSign(")"), ")");
    return values;
  }

  function readValue(): Value {
    const { kind, text: found } = peek();
    if (skipIf(kind === "text")) return found;
    if (skipIf(kind === "number")) return Number(found);
    if (skipIf(isWord("TRUE"))) return true;
    if (skipIf(isWord("FALSE"))) return false;
    return expected(isWord("NULL") ? "IS NULL or IS NOT NULL" : "a value such as 'text', 5 or TRUE");
  }

  const found = readAny();
  if (peek().kind !== "end") expected("AND, OR or the end");
  return "filterSet" in found ? found : { conjunction: "and", filterSet: [found] };
}
