/* The text of a formula as it is typed: what is completed at the caret, and which brackets are paired. Pure functions of texts. */

/** What is being typed at the caret: a name in braces, or a word that may be a function. */
export interface Word {
  kind: "field" | "function";
  text: string;
  /** Where it begins; for a field, the brace. */
  from: number;
  /** Where it ends, behind the caret too. */
  to: number;
}

/** The word at the caret; undefined inside of a text or comment, and where nothing was typed yet. */
export function wordAt(source: string, caret: number): Word | undefined {
  let open = -1;
  for (let i = 0; i < caret; ) {
    const [skipped = ""] =
      /^(?:"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|\/\/[^\n]*)/u.exec(source.slice(i)) ?? [];
    if (open < 0 && skipped !== "") {
      if (i + skipped.length > caret || (i + skipped.length === caret && !isClosed(skipped)))
        return undefined;
      i += skipped.length;
      continue;
    }
    if (source[i] === "{") open = i;
    if (source[i] === "}") open = -1;
    i += 1;
  }
  if (open >= 0) {
    const [rest = ""] = /^[^{}\n]*\}/u.exec(source.slice(caret)) ?? [];
    return { kind: "field", text: source.slice(open + 1, caret), from: open, to: caret + rest.length };
  }
  let from = caret;
  while (from > 0 && /[a-z0-9_]/iu.test(source[from - 1] ?? "")) from -= 1;
  const text = source.slice(from, caret);
  const [rest = ""] = /^[a-z0-9_]*/iu.exec(source.slice(caret)) ?? [];
  return text === "" || /^\d/u.test(text)
    ? undefined
    : { kind: "function", text, from, to: caret + rest.length };
}

const isClosed = (text: string): boolean => text.length > 1 && text[0] === text.at(-1) && text[0] !== "/";

export interface EditedText {
  text: string;
  /** The selection afterwards. */
  start: number;
  end: number;
}

const closing: { readonly [open: string]: string | undefined } = { "(": ")", "{": "}", '"': '"', "'": "'" };

/** What a key does to brackets and quotes; undefined if it is an ordinary one. */
export function pairBy(key: string, text: string, start: number, end: number): EditedText | undefined {
  const next = text[end] ?? "";
  const [before, chosen, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  if (key === "Backspace") {
    const isPair = start === end && next !== "" && closing[text[start - 1] ?? ""] === next;
    return isPair
      ? { text: before.slice(0, -1) + after.slice(1), start: start - 1, end: start - 1 }
      : undefined;
  }
  if (start === end && next === key && [")", "}", '"', "'"].includes(key))
    return { text, start: start + 1, end: start + 1 };
  const close = closing[key];
  if (close === undefined) return undefined;
  const isQuote = close === key;
  // a quote behind a letter ends a word, and what stands before a word belongs to it
  if (chosen === "" && ((isQuote && /[\p{L}\d]$/u.test(before)) || /^[\p{L}\d{"'(]/u.test(after)))
    return undefined;
  return { text: before + key + chosen + close + after, start: start + 1, end: end + 1 };
}

/** The text with a word completed, and the caret behind it; in a function, between its brackets. */
export function completeWord(
  source: string,
  { from, to }: Pick<Word, "from" | "to">,
  { kind, name }: { kind: Word["kind"]; name: string },
): EditedText {
  const rest = source.slice(to);
  const hasBracket = /^\s*\(/u.test(rest);
  const added = kind === "field" ? `{${name}}` : hasBracket ? name : `${name}()`;
  const caret = from + added.length - (kind === "function" && !hasBracket ? 1 : 0);
  return { text: source.slice(0, from) + added + rest, start: caret, end: caret };
}

/** Where an issue of the compiler is in the text: "line 2, column 5: …" */
export function placeOfIssue(source: string, issue: string): number | undefined {
  const [, line, column] = /^line (\d+), column (\d+): /u.exec(issue) ?? [];
  if (line === undefined || column === undefined) return undefined;
  const before = source.split("\n").slice(0, Number(line) - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + Number(column) - 1;
}
