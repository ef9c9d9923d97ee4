/* Above a table: which fields a language model fills now, which wait, and which cells it could not fill. Nothing while there is nothing to say. */
import { useEffect } from "preact/hooks";
import type { FillTasks } from "#lib/schemas/tables/ai";
import type { Field } from "#lib/schemas/tables/field";
import { describeProblem } from "../call.ts";
import type { TableFeed } from "../live/feed.ts";
import { say } from "../notice.tsx";
import { clockTime, fillsOf, type TableFills } from "./table-fills.ts";
import { aiTexts } from "./texts.ts";

export interface FillsBarProps {
  tableId: string;
  fields: readonly Field[];
  feed: TableFeed;
  /** Whether the person may fill cells. */
  mayFill: boolean;
}

/** Does it, and says why it could not be done. */
export const orSay = (act: () => Promise<void>): void =>
  void act().catch((error: unknown) => say({ text: describeProblem(error) }));

export function FillsBar({ tableId, fields, feed, mayFill }: FillsBarProps) {
  const fills = fillsOf(tableId);
  useEffect(() => feed.listen(fills.hear), [feed, fills]);
  // another setting of a field, or one more
  useEffect(() => fills.readSoon(0), [fills, fields]);
  const lines = fields.flatMap((field) => {
    if (!field.aiConfig) return [];
    const line = <FillLine key={field.id} {...{ fills, field, mayFill }} />;
    return hasNews(fills, field.id) ? [line] : [];
  });
  return lines.length > 0 ? (
    <ul class="rows running" aria-label={aiTexts.status} aria-live="polite">
      {lines}
    </ul>
  ) : null;
}

const hasNews = ({ tasks, unfilled, queue }: TableFills, id: string): boolean => {
  const { cells, fieldMap, waitingMap, failedMap } = tasks.value;
  return (
    [fieldMap[id], waitingMap[id], failedMap[id], unfilled.value.get(id)].some(Boolean) ||
    [...cells, ...queue.value].some(({ fieldId }) => fieldId === id)
  );
};

interface FillLineProps {
  fills: TableFills;
  field: Field;
  mayFill: boolean;
}

function FillLine({ fills, field: { id, name }, mayFill }: FillLineProps) {
  const { cells, fieldMap, waitingMap, failedMap } = fills.tasks.value;
  const own = cells.filter(({ fieldId }) => fieldId === id);
  const queued = fills.queue.value.filter(({ fieldId }) => fieldId === id);
  const whole = fieldMap[id];
  const wait = whole?.wait ?? own.find((each) => each.wait)?.wait;
  const isRunning = whole !== undefined || own.length + queued.length > 0;
  const { reason } = waitingMap[id] ?? {};
  const failed = failedOf(fills, failedMap[id], id);
  const [why] = failed.cells.values();
  return (
    <li>
      <div class="grow">
        {isRunning && (
          <p>
            {own.length + queued.length > 0
              ? aiTexts.isFillingCells(name, own.length + queued.length)
              : aiTexts.isFilling(name)}
            {whole &&
              whole.completedCount < whole.totalCount &&
              aiTexts.progress(whole.completedCount, whole.totalCount)}
            {"."}
          </p>
        )}
        {wait && (
          <p>
            {aiTexts.waits(name, wait.reason)} {aiTexts.until(clockTime(wait.until))}
          </p>
        )}
        {reason && <Waiting {...{ name, reason }} />}
        {!isRunning && why !== undefined && <p>{aiTexts.failed(name, failed.cells.size, why)}</p>}
        {!isRunning && why === undefined && failed.error && <p>{aiTexts.ended(name, failed.error)}</p>}
      </div>
      {mayFill && isRunning && (
        <button
          type="button"
          class="quiet"
          aria-label={aiTexts.stopOf(name)}
          onClick={() => orSay(() => fills.stop(id))}
        >
          {aiTexts.stop}
        </button>
      )}
      {mayFill && !isRunning && failed.cells.size > 0 && (
        <button
          type="button"
          class="quiet"
          aria-label={aiTexts.againOf(name)}
          onClick={() =>
            orSay(() =>
              fills.fillCells([...failed.cells.keys()].map((recordId) => ({ recordId, fieldId: id }))),
            )
          }
        >
          {aiTexts.again}
        </button>
      )}
      {!isRunning && fills.unfilled.value.has(id) && (
        <button
          type="button"
          class="quiet"
          aria-label={aiTexts.hide(name)}
          onClick={() => fills.forgetField(id)}
        >
          ×
        </button>
      )}
    </li>
  );
}

/** What was not filled of a field, here and without being asked. */
function failedOf(fills: TableFills, known: FillTasks["failedMap"][string] | undefined, id: string) {
  const own = fills.unfilled.value.get(id);
  return {
    cells: new Map<string, string>([
      ...(known?.cells ?? []).map(({ recordId, message }) => [recordId, message] as const),
      ...(own?.cells ?? []),
    ]),
    error: own?.error ?? known?.error,
  };
}

/** Why a field cannot be filled now, and what to do about it. */
const Waiting = ({ name, reason }: { name: string; reason: string }) => (
  <details>
    <summary>{aiTexts.waits(name, reason)}</summary>
    <p>{aiTexts.howToSet}</p>
  </details>
);
