/* Whom a change of a bar is for. */
import type { View } from "#lib/schemas/tables/view";
import { barTexts } from "./texts.ts";

export const ForWhom = ({ isKept, view }: { isKept: boolean; view: View }) => (
  <p class="note">{isKept ? barTexts.kept : view.isLocked ? barTexts.lockedHint : barTexts.onlyHereHint}</p>
);
