/* Parsed expressions by their text, because the same few are sent again and again. The one that was not used for longest is forgotten. */
import { ValidationError } from "../errors.ts";

const mostKept = 500;
const mostBytes = 4096;

/** A parser that keeps its results. A text with a syntax error is parsed, and refused, each time. */
export function cacheParsed<Parsed>(parse: (text: string) => Parsed): (text: string) => Parsed {
  const kept = new Map<string, Parsed>();
  return (text) => {
    const found = kept.get(text);
    if (found !== undefined) {
      kept.delete(text);
      kept.set(text, found);
      return found;
    }
    if (text === "") throw new ValidationError("The expression can not be empty;");
    const size = Buffer.byteLength(text);
    if (size > mostBytes)
      throw new ValidationError(
        `Expression size has exceeded the maximum allowed size; expression size: ${size}`,
      );
    const parsed = parse(text);
    kept.set(text, parsed);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value as string);
    return parsed;
  };
}
