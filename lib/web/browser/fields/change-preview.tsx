/* What a change of a field would do to its cells, counted by the server before it is done. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ConversionPreview } from "#lib/schemas/tables/field";
import { callApi } from "../call.ts";
import type { FieldChange } from "./draft.ts";
import { fieldTexts } from "./texts.ts";

/** Milliseconds without another change after which it is counted. */
const pause = 300;

export interface Counted {
  /** What was counted, as the call sent it. */
  of: string;
  preview?: ConversionPreview;
  /** Why it could not be counted. */
  error?: unknown;
}

export const keyOf = (change: FieldChange | undefined): string =>
  change?.isCounted ? JSON.stringify(change.previewed) : "";

/** Counts what a change does, each time that it is another one. `path` is that of the field in the interface. */
export function useCounted(path: string, change: FieldChange | undefined): Signal<Counted | undefined> {
  const counted = useSignal<Counted | undefined>(undefined);
  const of = keyOf(change);
  useEffect(() => {
    if (of === "") return;
    let isWanted = true;
    const timer = setTimeout(() => {
      callApi<ConversionPreview>("POST", `${path}/convert/preview`, change?.previewed, false).then(
        (preview) => {
          if (isWanted) counted.value = { of, preview };
        },
        (error: unknown) => {
          if (isWanted) counted.value = { of, error };
        },
      );
    }, pause);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [of, path]);
  return counted;
}

/** The counts in words. */
export function ChangePreview({ preview, isFinal }: { preview: ConversionPreview; isFinal: boolean }) {
  const { cells, emptied, changed, examples, changedViews, changedFields, endedShares } = preview;
  return (
    <>
      <p>{fieldTexts.does(cells, emptied, changed)}</p>
      {examples[0] && <p>{fieldTexts.example(examples[0].before)}</p>}
      {changedViews && <p>{fieldTexts.lessViews(changedViews.length)}</p>}
      {changedFields && <p>{fieldTexts.lessFields(changedFields.length)}</p>}
      {isFinal && <p>{fieldTexts.noUndo}</p>}
      {endedShares && <p class="wrong">{fieldTexts.endedShares(endedShares.length)}</p>}
    </>
  );
}
