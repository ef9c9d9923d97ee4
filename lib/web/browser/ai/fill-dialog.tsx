/* Asks which cells a language model fills, and says how many questions that are and what they may take. */
import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import type { AiModels } from "#lib/schemas/tables/ai";
import type { Field } from "#lib/schemas/tables/field";
import { callApi } from "../call.ts";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { useAnswer } from "../fields/options/use-answer.ts";
import { orSay } from "./fills-bar.tsx";
import { fillsOf, mostCells } from "./table-fills.ts";
import { aiTexts } from "./texts.ts";

export interface FillDialogProps {
  tableId: string;
  viewId: string | undefined;
  /** Those that can be filled; of a selection, its fields. */
  fields: readonly Field[];
  /** The records that are selected; undefined if no cell of such a field is. */
  selected: readonly string[] | undefined;
  close: () => void;
}

type Which = "selected" | "empty" | "all";

/** About so many tokens a question takes, for a text of 1,000 characters. */
const tokensOfOne = 500;

export function FillDialog({ tableId, viewId, fields, selected, close }: FillDialogProps) {
  const id = useId();
  const cells = (selected ?? []).flatMap((recordId) =>
    fields.map((field) => ({ recordId, fieldId: field.id })),
  );
  const isFew = cells.length > 0 && cells.length <= mostCells;
  const fieldId = useSignal<string>(fields[0]?.id ?? "");
  const which = useSignal<Which>(isFew ? "selected" : "empty");
  const models = useAnswer<AiModels>("/ai/models");
  const field = fields.find((each) => each.id === fieldId.value);
  const counts = useCounts(tableId, viewId, fieldId.value);
  const count = which.value === "selected" ? cells.length : counts[which.value];
  const hasModels = (models.answer?.models.length ?? 0) > 0;
  async function act() {
    const fills = fillsOf(tableId);
    if (which.value === "selected") orSay(() => fills.fillCells(cells));
    else await fills.fillField(fieldId.value, { mode: which.value, ...(viewId !== undefined && { viewId }) });
  }
  const choice = (value: Which, text: string, isOff = false) => (
    <label class="choice">
      <input
        type="radio"
        name={`${id}-which`}
        value={value}
        disabled={isOff}
        checked={which.value === value}
        onChange={() => (which.value = value)}
      />
      {text}
    </label>
  );
  const counted = (of: "empty" | "all") => {
    const known = counts[of];
    return known === undefined ? "" : aiTexts.counted(known);
  };
  return (
    <FormDialog
      title={fields.length === 1 ? aiTexts.fillOf(fields[0]?.name ?? "") : aiTexts.fill}
      does={aiTexts.fill}
      act={act}
      close={close}
    >
      {() => (
        <>
          {models.answer && !hasModels && (
            <div class="wrong" role="alert">
              <p>{aiTexts.noModels}</p>
              <p>{aiTexts.howToSet}</p>
            </div>
          )}
          <fieldset class="asked">
            <legend>{aiTexts.which}</legend>
            {cells.length > 0 &&
              choice(
                "selected",
                isFew ? aiTexts.selected(cells.length) : aiTexts.tooManySelected(cells.length, mostCells),
                !isFew,
              )}
            {choice("empty", aiTexts.empty(counted("empty")))}
            {choice("all", aiTexts.all(counted("all")))}
          </fieldset>
          {fields.length > 1 && which.value !== "selected" && (
            <label>
              {aiTexts.field}
              <select
                value={fieldId.value}
                onChange={({ currentTarget }) => (fieldId.value = currentTarget.value)}
              >
                {fields.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name}
                  </option>
                ))}
              </select>
            </label>
          )}
          <div role="status">
            {count !== undefined && models.answer && field && (
              <p class="note">
                {aiTexts.cost(
                  count,
                  (count * tokensOfOne).toLocaleString("en"),
                  models.answer.dailyTokens.toLocaleString("en"),
                )}
              </p>
            )}
            <p class="note">{aiTexts.noUndo}</p>
          </div>
        </>
      )}
    </FormDialog>
  );
}

/** How many cells of a field the records of a view have, and how many of these are empty, as soon as it is known. */
function useCounts(tableId: string, viewId: string | undefined, fieldId: string) {
  const counts = useSignal<{ of: string; empty?: number; all?: number }>({ of: fieldId });
  useEffect(() => {
    const filter = { conjunction: "and", filterSet: [{ fieldId, operator: "isEmpty", value: null }] };
    const count = (query: Record<string, string>) =>
      callApi<{ rowCount: number }>(
        "GET",
        `/table/${tableId}/aggregation/row-count?${new URLSearchParams({ ...(viewId !== undefined && { viewId }), ...query })}`,
      );
    let isShown = true;
    Promise.all([count({ filter: JSON.stringify(filter) }), count({})]).then(
      ([empty, all]) => {
        if (isShown) counts.value = { of: fieldId, empty: empty.rowCount, all: all.rowCount };
      },
      // it is filled as well without the numbers
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [tableId, viewId, fieldId]);
  const { of, ...known } = counts.value;
  return of === fieldId ? known : {};
}
