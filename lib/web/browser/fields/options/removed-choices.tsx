/* Choices that the field has and the draft has not: how many records have each, and a way to put it back. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import { callApi } from "../../call.ts";
import { optionTexts } from "../texts.ts";
import type { ChoiceDraft } from "./choice-list.ts";

interface RemovedChoicesProps {
  tableId: string;
  field: Field;
  removed: readonly ChoiceDraft[];
  putBack: (choice: ChoiceDraft) => void;
}

export const RemovedChoices = ({ removed, putBack, ...of }: RemovedChoicesProps) => (
  <ul class="rows" aria-live="polite">
    {removed.map((choice) => (
      <li key={choice.id}>
        <span class="grow">
          {optionTexts.removedChoice(choice.name)} <Count {...of} name={choice.name} />
        </span>
        <button type="button" class="quiet" onClick={() => putBack(choice)}>
          {optionTexts.putBack}
        </button>
      </li>
    ))}
  </ul>
);

interface CountProps extends Pick<RemovedChoicesProps, "tableId" | "field"> {
  name: string;
}

/** How many records have the choice; nothing until that is known. */
function Count({ tableId, field, name }: CountProps) {
  const count = useSignal<number | undefined>(undefined);
  useEffect(() => {
    const isOne = field.type === "singleSelect";
    const item = {
      fieldId: field.id,
      operator: isOne ? "is" : "hasAnyOf",
      value: isOne ? name : [name],
    };
    const filter = JSON.stringify({ conjunction: "and", filterSet: [item] });
    callApi<{ rowCount: number }>(
      "GET",
      `/table/${tableId}/aggregation/row-count?${new URLSearchParams({ filter })}`,
    ).then(
      ({ rowCount }) => {
        count.value = rowCount;
      },
      // the preview says what is lost in all
      () => {},
    );
  }, [name]);
  return count.value === undefined ? null : <span class="note">{optionTexts.recordsHave(count.value)}</span>;
}
