/* Takes back what this window did last to a table, or does it again. */
import { appTexts } from "../texts.ts";
import { takeStep, type UndoStep } from "../undo-steps.ts";
import type { CellEdits } from "./edits.ts";
import { askUndo } from "./write-cells.ts";

interface TakenBack {
  /** What there is to say of it. */
  said: string;
  /** It stays as it is, for this reason. */
  isRefused: boolean;
  /** What was taken back; undefined for nothing. */
  step?: UndoStep;
}

/** Waits for what is on its way, and takes back the newest step. */
export async function takeBackStep(
  direction: "undo" | "redo",
  tableId: string,
  edits: CellEdits,
): Promise<TakenBack> {
  await edits.settle();
  const { step, problem } = await takeStep(direction, tableId, askUndo);
  if (problem !== undefined) return { said: appTexts.notUndone(problem), isRefused: true };
  const isUndo = direction === "undo";
  if (!step) return { said: isUndo ? appTexts.nothingToUndo : appTexts.nothingToRedo, isRefused: false };
  return { said: isUndo ? appTexts.undone : appTexts.redone, isRefused: false, step };
}
