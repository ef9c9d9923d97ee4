/* The filter of a view. */
import { useSignal } from "@preact/signals";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import { Conditions } from "./conditions.tsx";
import { addCondition, findValueless, isFilterable, pruneFilter } from "./filter-tree.ts";
import { ForWhom } from "./for-whom.tsx";
import type { PanelProps } from "./panel-props.ts";
import { barTexts } from "./texts.ts";

export function FilterPanel({ baseId, view, fields, isKept, change, close, fieldId }: PanelProps) {
  const known = fields.filter(isFilterable);
  const begun = known.find(({ id }) => id === fieldId);
  const draft = useSignal(addCondition(view.filter, begun));
  function act() {
    const filter = pruneFilter(draft.value);
    const place = filter && findValueless(draft.value, known);
    if (place) throw new Error(barTexts.chooseOne(place));
    return change({ filter });
  }
  return (
    <FormDialog
      title={barTexts.titleOf.filter}
      does={barTexts.apply}
      act={async () => act()}
      close={close}
      isWide
    >
      {() => (
        <>
          <ForWhom isKept={isKept} view={view} />
          <Conditions
            baseId={baseId}
            group={draft.value}
            fields={known}
            place=""
            depth={1}
            set={(group) => (draft.value = group)}
          />
        </>
      )}
    </FormDialog>
  );
}
