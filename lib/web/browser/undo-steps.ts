/*
 * What this window did to a table, by the keys of its calls: newest last. A step is undone as one, also if it took several calls. What is
 * no change of a table (a comment, a search) is skipped, because the server has nothing to undo for it.
 */
export interface UndoStep {
  tableId: string;
  keys: string[];
  /** It changed fields or views, not only records. */
  isOfSchema: boolean;
}

const pattern = /^\/table\/(tbl[0-9A-Za-z]{16})\/(record|selection|view|field)(?:\/|\?|$)/;
const mostSteps = 200;

const done: UndoStep[] = [];
const undone: UndoStep[] = [];

/** Remembers calls that this window made. */
export function rememberStep(path: string, keys: string[]): void {
  const [, tableId, subject] = pattern.exec(path) ?? [];
  if (tableId === undefined) return;
  done.push({ tableId, keys, isOfSchema: subject === "view" || subject === "field" });
  if (done.length > mostSteps) done.shift();
  undone.length = 0;
}

interface Taken {
  status: "fulfilled" | "failed" | "empty";
  errorMessage?: string;
}

/** Asks the server to undo or redo the call with this key. */
export type AskUndo = (direction: "undo" | "redo", tableId: string, key: string) => Promise<Taken>;

/**
 * Takes back the newest step in this table, or does it again. Gives the step; `undefined` if there is none; and why it was not done, if
 * something is in the way: then the step stays.
 */
export async function takeStep(
  direction: "undo" | "redo",
  tableId: string,
  ask: AskUndo,
): Promise<{ step: UndoStep | undefined; problem?: string | undefined }> {
  const [from, to] = direction === "undo" ? [done, undone] : [undone, done];
  for (;;) {
    const at = from.findLastIndex((each) => each.tableId === tableId);
    const step = from[at];
    if (!step) return { step: undefined };
    const keys = direction === "undo" ? step.keys.toReversed() : step.keys;
    let hasDone = false;
    for (const key of keys) {
      const { status, errorMessage } = await ask(direction, tableId, key);
      if (status === "failed") return { step, problem: errorMessage };
      if (status === "fulfilled") hasDone = true;
    }
    from.splice(at, 1);
    if (!hasDone) continue;
    to.push(step);
    return { step };
  }
}
