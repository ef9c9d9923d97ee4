/* Whether a draft has what its type needs: before, nothing is asked of the server. */
import { type FieldDraft, isLookingUp } from "./draft.ts";

export function isComplete({ kind, options, lookup }: FieldDraft): boolean {
  if (isLookingUp(kind)) return Boolean(lookup?.linkFieldId && lookup.lookupFieldId);
  if (kind === "link") return Boolean(options["foreignTableId"]);
  if (kind === "formula") return String(options["expression"] ?? "").trim() !== "";
  const { choices } = options;
  return !Array.isArray(choices) || choices.every(({ name }) => String(name).trim() !== "");
}
