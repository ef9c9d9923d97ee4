/* What is done to the rows of a grid by buttons, and what is said of them. */
import type { ComponentChildren } from "preact";
import { isKeeping } from "../kept/kept-edits.ts";
import { keptTexts } from "../kept/texts.ts";
import { isOtherAccount } from "../live/own-id.ts";
import { appTexts } from "../texts.ts";
import type { GridEditing } from "./editing.ts";

interface GridActionsProps {
  mayEdit: boolean;
  run: (act: (editing: GridEditing) => Promise<void>) => void;
  /** The number of rows. */
  counted: string;
  /** What was done last. */
  said: string;
  unsaved: { count: number; isWaiting: boolean };
  /** More that can be done by those who may edit. */
  children: ComponentChildren;
}

export function GridActions({ mayEdit, run, counted, said, unsaved, children }: GridActionsProps) {
  const action = (text: string, act: (editing: GridEditing) => Promise<void>, label = text) => (
    <button type="button" class="quiet" aria-label={label} onClick={() => run(act)}>
      {text}
    </button>
  );
  return (
    <div class="below">
      {mayEdit && (
        <>
          {action(appTexts.newRecord, (editing) => editing.addRow())}
          {action(appTexts.undo, (editing) => editing.takeBack("undo"), appTexts.undoLast)}
          {action(appTexts.redo, (editing) => editing.takeBack("redo"), appTexts.redoLast)}
          {action(appTexts.delete, (editing) => editing.deleteRows(), appTexts.deleteRecords)}
          {children}
        </>
      )}
      <Said {...{ counted, said, unsaved }} />
    </div>
  );
}

/** How many records there are, what was done last, and what is not saved yet. */
export const Said = ({
  counted,
  said,
  unsaved: { count, isWaiting },
}: Pick<GridActionsProps, "counted" | "said" | "unsaved">) => (
  <>
    <span class="note">{counted}</span>
    <span class="note" role="status">
      {count === 0 ? said : (isWaiting ? appTexts.unsavedOffline : appTexts.unsaved)(count)}
      {isWaiting && !isKeeping.value && ` ${appTexts.notKept}`}
      {isWaiting && isOtherAccount.value && ` ${keptTexts.otherAccount}`}
    </span>
  </>
);

interface NoRowsProps {
  /** Whether a filter or a search leaves records out. */
  isNarrowed: boolean;
  /** Makes a record; absent for those who may not. */
  add: (() => void) | undefined;
}

/** What stands in a grid without rows: why there are none, and what to do. */
export const NoRows = ({ isNarrowed, add }: NoRowsProps) => (
  <div class="no-rows">
    <p>{isNarrowed ? appTexts.noneFits : appTexts.noRecords}</p>
    {isNarrowed ? (
      <p class="note">{appTexts.noneFitsHint}</p>
    ) : (
      add && (
        <>
          <button type="button" onClick={add}>
            {appTexts.firstRecord}
          </button>
          <p class="note">{appTexts.firstRecordHint}</p>
        </>
      )
    )}
  </div>
);
