/* At which input the parts of a refusal are shown. */
import type { RequestIssue } from "#lib/client/index";

/** What is wrong with which input, by its path. */
export type Problems = ReadonlyMap<string, string>;

/** Whether the path is the one of the input, or of a part of it. */
const isWithin = (path: string, input: string): boolean =>
  path === input || path.startsWith(`${input}.`) || path.startsWith(`${input}[`);

/** The messages for each input, and those that belong to none. An issue goes to the input that is nearest to it. */
export function placeIssues(
  issues: readonly Pick<RequestIssue, "path" | "message">[],
  inputs: readonly string[],
): { placed: Problems; left: string[] } {
  const placed = new Map<string, string>();
  const left: string[] = [];
  for (const { path, message } of issues) {
    const [nearest] = inputs
      .filter((input) => isWithin(path, input))
      .toSorted((one, other) => other.length - one.length);
    if (nearest === undefined) left.push(message);
    else placed.set(nearest, [placed.get(nearest), message].filter(Boolean).join("; "));
  }
  return { placed, left };
}
