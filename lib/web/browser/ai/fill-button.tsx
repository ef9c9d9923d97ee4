/* The button below a grid that fills cells. What it opens is loaded then. */
import { useSignal } from "@preact/signals";
import type { Field } from "#lib/schemas/tables/field";
import type { GridRow } from "../grid/answers.ts";
import type { GridColumn } from "../grid/geometry.ts";
import { showLate } from "../late.tsx";
import { appTexts } from "../texts.ts";
import type { FillDialogProps } from "./fill-dialog.tsx";

const FillDialog = showLate(async () => (await import("./fill-dialog.tsx")).FillDialog);

interface FillButtonProps extends Pick<FillDialogProps, "tableId" | "viewId" | "fields"> {
  /** Those that are shown. */
  columns: readonly GridColumn[];
  /** The records and columns that are selected. */
  selected: () => Promise<{ records: GridRow[]; columns: GridColumn[] }> | undefined;
}

const isFilled = ({ aiConfig }: Field): boolean => aiConfig !== undefined;

export function FillButton({ columns, selected, ...of }: FillButtonProps) {
  const opened = useSignal<Pick<FillDialogProps, "fields" | "selected"> | undefined>(undefined);
  const filled = columns.map(({ field }) => field).filter(isFilled);
  if (filled.length === 0) return null;
  async function open() {
    const { records = [], columns = [] } = (await selected()) ?? {};
    const fields = columns.map(({ field }) => field).filter(isFilled);
    opened.value = {
      fields: fields.length > 0 ? fields : filled,
      selected: fields.length > 0 ? records.map(({ id }) => id) : undefined,
    };
  }
  return (
    <>
      <button type="button" class="quiet" onClick={() => void open()}>
        {appTexts.fillByModel}
      </button>
      {opened.value && <FillDialog {...of} {...opened.value} close={() => (opened.value = undefined)} />}
    </>
  );
}
