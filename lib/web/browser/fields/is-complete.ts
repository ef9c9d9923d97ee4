/* Whether a draft has what its type needs: before, nothing is asked of the server. */

import { type FieldDraft, isLookingUp } from "./draft.ts";
import { findLack } from "./draft-filter.ts";

export function isComplete(draft: FieldDraft): boolean {
  const { kind, options, lookup } = draft;
  if (findLack(draft) !== undefined) return false;
  if (isLookingUp(kind)) return Boolean(lookup?.linkFieldId && lookup.lookupFieldId);
  if (kind === "link") return Boolean(options["foreignTableId"]);
  if (kind === "formula") return String(options["expression"] ?? "").trim() !== "";
  const { choices } = options;
  return !Array.isArray(choices) || choices.every(({ name }) => String(name).trim() !== "");
}
