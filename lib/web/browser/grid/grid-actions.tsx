/* What is done to the rows of a grid by buttons, and what is said of them. */
import type { rightsOf } from "../roles.ts";
import { appTexts } from "../texts.ts";
import type { GridEditing } from "./editing.ts";

interface GridActionsProps {
  may: ReturnType<typeof rightsOf>;
  run: (act: (editing: GridEditing) => Promise<void>) => void;
  /** The number of rows. */
  counted: string;
  /** What was done last. */
  said: string;
  unsaved: { count: number; isWaiting: boolean };
}

export function GridActions({ may, run, counted, said, unsaved }: GridActionsProps) {
  const action = (text: string, act: (editing: GridEditing) => Promise<void>, label = text) => (
    <button type="button" class="quiet" aria-label={label} onClick={() => run(act)}>
      {text}
    </button>
  );
  const { count, isWaiting } = unsaved;
  return (
    <div class="below">
      {may.create && action(appTexts.newRecord, (editing) => editing.addRow())}
      {may.edit && action(appTexts.undo, (editing) => editing.takeBack("undo"), appTexts.undoLast)}
      {may.edit && action(appTexts.redo, (editing) => editing.takeBack("redo"), appTexts.redoLast)}
      {may.delete && action(appTexts.deleteRecords, (editing) => editing.deleteRows())}
      <span class="note">{counted}</span>
      <span class="note" role="status">
        {count === 0 ? said : (isWaiting ? appTexts.unsavedOffline : appTexts.unsaved)(count)}
      </span>
    </div>
  );
}
