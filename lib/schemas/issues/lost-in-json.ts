/*
 * What a JSON body or a file says and the service could not keep: half a surrogate pair and U+0000, which the store and other clients refuse, and
 * numbers whose digits a double does not hold, for which JSON.parse puts other ones. Each is a 400, or a bad line of an import, so that nothing is
 * stored that the caller did not send.
 */
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import { keepsNumber } from "#lib/schemas/basics/number";

/** Why a text cannot be kept; undefined if it can. */
export function lostText(text: string): string | undefined {
  if (!text.isWellFormed())
    return "has half a surrogate pair, which is no character: a text was cut inside a character";
  return text.includes("\0") ? "has the character U+0000, which no text may have" : undefined;
}

/** Why these texts cannot be kept: they are not well-formed, or have U+0000. */
export const lostTexts = (texts: readonly { path: string; text: string }[]): Issue[] =>
  texts.map(({ path, text }) => ({
    path,
    message: lostText(text) ?? "",
  }));

/** The numbers of a body that JSON.parse has changed. The body is JSON and not nested too deeply. */
export function lostNumbers(text: string): Issue[] {
  const issues: Issue[] = [];
  const path: PropertyKey[] = [];
  const visit = (value: unknown) => {
    if (value instanceof Lost) issues.push({ path: pathOf(path), message: value.message });
    else if (typeof value === "object" && value !== null)
      for (const [key, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
        path.push(key);
        visit(member);
        path.pop();
      }
  };
  visit(JSON.parse(text, markLost));
  return issues;
}

class Lost {
  readonly message: string;
  /** `value`: the number to which JSON.parse rounded it. */
  constructor(source: string, value: number) {
    const shown = source.length > 60 ? `${source.slice(0, 60)}…` : source;
    const why = value === 0 ? "is too near to 0 to be kept" : "has more digits than a number keeps exactly";
    this.message = `${shown} ${why}: send it as text, for a text field`;
  }
}

function markLost(_key: string, value: unknown, context?: { source?: string }) {
  return typeof value !== "number" || context?.source === undefined || keepsNumber(context.source, value)
    ? value
    : new Lost(context.source, value);
}
