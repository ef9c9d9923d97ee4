/* Divides the text of a formula into tokens. */
import { FormulaFault } from "#lib/engine/formula/shared/formula-faults";

export interface Token {
  type: "number" | "name" | "field" | "text" | "symbol" | "end";
  text: string;
  at: number;
}

const blank = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//uy;

/** Each alternative begins with other characters, so no text is tried twice. */
const token =
  /(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)|(?<name>[a-z_][a-z0-9_]*)|(?<field>\{[^{}]*\})|(?<text>"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')|(?<symbol>&&|\|\||!=|>=|<=|[-+*/%&=<>(),])|(?<end>$)/iuy;

export function readTokens(source: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  for (;;) {
    at = skipBlank(source, at);
    if (source.startsWith("/*", at)) throw new FormulaFault("this comment does not end; end it with */", at);
    token.lastIndex = at;
    const groups = token.exec(source)?.groups;
    const [type, text] = Object.entries(groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    if (type === undefined || text === undefined) throw new FormulaFault(explain(source, at), at);
    found.push({ type: type as Token["type"], text, at });
    if (type === "end") return found;
    at = token.lastIndex;
  }
}

function skipBlank(source: string, from: number): number {
  for (let at = from; ; at = blank.lastIndex) {
    blank.lastIndex = at;
    if (!blank.test(source)) return at;
  }
}

/** The reason why no token can be read here. */
function explain(source: string, at: number): string {
  const character = String.fromCodePoint(source.codePointAt(at) ?? 32);
  if (character === '"' || character === "'") return `this text does not end; end it with ${character}`;
  if (character === "{") return "this field reference does not end; write it as {fld…}";
  if (character === "}") return "no field reference begins here; write it as {fld…}";
  if (/[“”„‘’‚«»]/u.test(character)) return `put text in straight quotes, " or ', not in ${character}`;
  if (character === "^") return "there is no operator ^; use POWER";
  if (character === "!") return "there is no operator !; use NOT or !=";
  if (character === "|") return "there is no operator |; use || or OR";
  return `${JSON.stringify(character)} has no meaning here`;
}

/** What a reference to a field has between its braces: an id or a name. */
export const fieldIn = (text: string): string => text.slice(1, -1).trim();

const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r" };

/** The text between the quotes. */
export const unquote = (quoted: string): string =>
  quoted.slice(1, -1).replace(/\\([\s\S])/gu, (_, character: string) => escapes[character] ?? character);
