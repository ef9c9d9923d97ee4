/* The words of an expression: names, placeholders (#name, :value), numbers and signs. */

export interface Token {
  type: "name" | "#name" | ":value" | "number" | "sign" | "unknown" | "end";
  text: string;
  start: number;
  end: number;
}

const forms =
  /(?<space>\s+)|(?<word>[A-Za-z]\w*)|(?<placeholder>[#:]\w+)|(?<number>\d+)|(?<sign><>|<=|>=|[()[\],.=<>+-])|./gsuy;

export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (const found of text.matchAll(forms)) {
    const { space, word, placeholder, number, sign } = found.groups as Record<string, string | undefined>;
    if (space !== undefined) continue;
    const type = word
      ? "name"
      : placeholder
        ? placeholder.startsWith("#")
          ? "#name"
          : ":value"
        : number
          ? "number"
          : sign
            ? "sign"
            : "unknown";
    tokens.push({ type, text: found[0], start: found.index, end: found.index + found[0].length });
  }
  tokens.push({ type: "end", text: "<EOF>", start: text.length, end: text.length });
  return tokens;
}
