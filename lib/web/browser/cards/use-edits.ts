/* The edits of a table, as a view with cards shows them, and what is said of them. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { describeProblem } from "../call.ts";
import type { Painted } from "../cells/paint.ts";
import type { GridRow } from "../grid/answers.ts";
import { type CellEdits, isNewId } from "../grid/edits.ts";
import { editsOf } from "../grid/table-edits.ts";
import { takeBackStep } from "../grid/take-back.ts";
import { openRecord } from "../router.ts";
import { appTexts } from "../texts.ts";

interface Edited {
  /** A record as it is after an edit of this window. */
  onSaved: (row: GridRow) => void;
  /** Some values were refused; they keep the reason. */
  onRefused?: () => void;
  /** A record is stored that had another id until now. */
  onMade: (newId: string, row: GridRow) => void;
  /** Anything may be another one: read it again. */
  reload: () => void;
  /** Fields or views are other ones. */
  onSchema: () => void;
}

export interface ShownEdits {
  edits: CellEdits;
  /** Grows with each change of an edit. */
  version: Signal<number>;
  said: Signal<string>;
  unsaved: { count: number; isWaiting: boolean };
  paintedOf: (row: GridRow, fieldId: string) => Painted;
  takeBack: (direction: "undo" | "redo") => void;
  /** Makes a record, and opens it; `onStored` is called before, unless it waits. */
  add: (values: Record<string, unknown>, onStored: () => void) => void;
  /** Does something that may fail, and says why it did. */
  run: (task: () => Promise<unknown>) => void;
}

export function useEdits(tableId: string, edited: Edited): ShownEdits {
  const ofTable = editsOf(tableId);
  const { cells: edits } = ofTable;
  const version = useSignal(0);
  const said = useSignal("");
  const latest = useRef(edited);
  latest.current = edited;
  useEffect(
    () =>
      ofTable.listen({
        onMade: (newId, row) => latest.current.onMade(newId, row),
        onSaved: (row) => latest.current.onSaved(row),
        onRefused: (reason) => {
          said.value = appTexts.refusedCell(reason);
          latest.current.onRefused?.();
        },
        onChange: () => version.value++,
      }),
    [ofTable],
  );
  const run = (task: () => Promise<unknown>) =>
    void task().catch((error: unknown) => {
      said.value = describeProblem(error);
    });
  const takeBack = (direction: "undo" | "redo") =>
    run(async () => {
      const { said: text, step } = await takeBackStep(direction, tableId, edits);
      said.value = text;
      if (!step) return;
      latest.current.reload();
      if (step.isOfSchema) latest.current.onSchema();
    });
  const add: ShownEdits["add"] = (values, onStored) =>
    run(async () => {
      const id = await edits.make(values);
      if (!isNewId(id)) onStored();
      openRecord(id);
    });
  return {
    ...{ edits, version, said, run, takeBack, add },
    unsaved: { count: edits.unsaved, isWaiting: edits.isWaiting },
    paintedOf: (row, fieldId) => edits.at(row.id, fieldId) ?? { value: row.fields[fieldId] },
  };
}
