/*
 * What this window did to a table, by the keys of its calls: newest last. A step is undone as one, also if it took several calls. What is
 * no change of a table (a comment, a search) is skipped, because the server has nothing to undo for it.
 */
export interface UndoStep {
  tableId: string;
  keys: readonly string[];
  /** It changed fields or views, not only records. */
  isOfSchema: boolean;
}

const pattern = /^\/table\/(tbl[0-9A-Za-z]{16})\/(record|selection|view|field)(?:\/|\?|$)/;
const mostSteps = 200;

/** A step whose calls may not be answered yet. */
interface BegunStep extends UndoStep {
  keys: string[];
  answered?: Promise<unknown>;
}

const done: BegunStep[] = [];
const undone: BegunStep[] = [];

/**
 * Does what is one step to undo. `act` adds the keys of its calls as they are answered; without any it did nothing, and is no step. Steps are in
 * the order in which they were begun, not in that of their answers.
 */
export async function asStep<Answer>(
  path: string,
  act: (keys: string[]) => Promise<Answer>,
): Promise<Answer> {
  const [, tableId, subject] = pattern.exec(path) ?? [];
  const keys: string[] = [];
  if (tableId === undefined) return act(keys);
  const step: BegunStep = { tableId, keys, isOfSchema: subject === "view" || subject === "field" };
  const before = [...undone];
  done.push(step);
  const answer = act(keys);
  step.answered = answer.catch(() => undefined);
  try {
    return await answer;
  } finally {
    if (keys.length === 0) done.splice(done.indexOf(step), 1);
    // what was taken back before it cannot be done again after it
    else for (const each of before) if (undone.includes(each)) undone.splice(undone.indexOf(each), 1);
    if (done.length > mostSteps) done.shift();
  }
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
    // on its way: it is known after its answer whether it did anything
    await step.answered;
    if (!from.includes(step)) continue;
    const keys = direction === "undo" ? step.keys.toReversed() : step.keys;
    let hasDone = false;
    for (const key of keys) {
      const { status, errorMessage } = await ask(direction, tableId, key);
      if (status === "failed") return { step, problem: errorMessage };
      if (status === "fulfilled") hasDone = true;
    }
    from.splice(from.indexOf(step), 1);
    if (!hasDone) continue;
    to.push(step);
    return { step };
  }
}
