/* In an open record: a cell that a language model fills, what became of it, and a button to fill it. */
import type { Field } from "#lib/schemas/tables/field";
import { fillMarkOf } from "./fill-marks.ts";
import { orSay } from "./fills-bar.tsx";
import { fillsOf } from "./table-fills.ts";
import { aiTexts } from "./texts.ts";

interface CellFillProps {
  tableId: string;
  recordId: string;
  field: Field;
  value: unknown;
}

export function CellFill({ tableId, recordId, field, value }: CellFillProps) {
  const mark = fillMarkOf(recordId, field.id, value);
  const isFilling = mark?.state === "filling";
  const [text, label, act] = isFilling
    ? [aiTexts.stop, aiTexts.stopOf(field.name), () => fillsOf(tableId).stop(field.id)]
    : [
        mark ? aiTexts.again : aiTexts.fill,
        mark ? aiTexts.againOf(field.name) : aiTexts.fillOf(field.name),
        () => fillsOf(tableId).fillCells([{ recordId, fieldId: field.id }]),
      ];
  return (
    <p class="fill-state" role="status">
      {mark && <span class={isFilling ? "note" : "wrong"}>{mark.reason}</span>}
      <button type="button" class="quiet" aria-label={label} onClick={() => orSay(act)}>
        {text}
      </button>
    </p>
  );
}
