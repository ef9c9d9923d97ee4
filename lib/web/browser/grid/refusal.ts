/* Why cells were refused. */
import { GridlessError } from "#lib/client/errors";
import { describeProblem } from "../call.ts";

/** Which of the fields of a request are refused, and why. Without fields all of them are meant. */
export function explainRefusal(error: unknown, fieldIds: string[]): { fieldIds: string[]; reason: string } {
  const issues = error instanceof GridlessError ? error.issues : [];
  const named = fieldIds.filter((id) => issues.some(({ path = "" }) => path.includes(id)));
  return {
    fieldIds: named,
    reason: issues.map(({ message }) => message).join("; ") || describeProblem(error),
  };
}
