/*
 * A cell of an open record: it is shown whole, and edited in its place by the editor of the grid.
 *
 * A click on the cell opens the editor; so do Enter and F2 at the button beside its name. Tab saves and leads to the next cell.
 */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import { CellEditor } from "../cells/editor.tsx";
import type { FocusMove } from "../cells/editor-props.ts";
import { seenOf } from "../cells/field-options.ts";
import type { CellEdits, PendingCell } from "../grid/edits.ts";
import { isEditable } from "../grid/lines.ts";
import { appTexts } from "../texts.ts";

interface RecordCellProps {
  baseId: string;
  tableId: string;
  recordId: string;
  field: Field;
  /** As it is stored. */
  value: unknown;
  /** What was set and is not stored. */
  pending: PendingCell | undefined;
  /** Absent for those who only read. */
  edits: CellEdits | undefined;
  children: ComponentChildren;
}

export function RecordCell(props: RecordCellProps) {
  const { field, edits, children } = props;
  // files have buttons of their own
  if (edits && isEditable(field) && field.type !== "attachment")
    return <EditedCell {...props} edits={edits} />;
  return (
    <div>
      <dt>{field.name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function EditedCell({
  baseId,
  tableId,
  recordId,
  field,
  value,
  pending,
  edits,
  children,
}: RecordCellProps & { edits: CellEdits }) {
  // what was in the cell when the editor was opened: others may change it meanwhile
  const open = useSignal<{ value: unknown } | undefined>(undefined);
  const entry = useRef<HTMLElement>(null);
  const id = useId();
  const shown = pending ? pending.value : value;
  const isRefused = pending?.state === "refused";
  const described = { "aria-describedby": pending ? id : undefined };
  function openEditor() {
    open.value ??= { value: shown };
  }
  function end(move: FocusMove, change?: { value: unknown }) {
    if (!open.value) return;
    const seen = seenOf(field, open.value.value);
    open.value = undefined;
    if (change) edits.set(recordId, field.id, change.value, { seen });
    if (move !== "away") focusEntry(entry.current, move);
  }
  if (field.type === "checkbox")
    return (
      <div>
        <dt>
          <label for={`${id}-box`}>{field.name}</label>
        </dt>
        <dd>
          <input
            id={`${id}-box`}
            type="checkbox"
            class="entry"
            {...described}
            checked={shown === true}
            aria-invalid={isRefused}
            onChange={({ currentTarget }) =>
              edits.set(recordId, field.id, currentTarget.checked ? true : null)
            }
          />
        </dd>
        <CellState {...{ id, pending }} giveUp={() => edits.giveUp(recordId, field.id)} />
      </div>
    );
  return (
    <div>
      <dt>
        {field.name}
        <button
          ref={(element) => {
            entry.current = element;
          }}
          type="button"
          class="quiet entry"
          aria-label={appTexts.editOf(field.name)}
          {...described}
          onClick={openEditor}
          onKeyDown={(event) => {
            if (event.key === "F2") openEditor();
            else if (event.key !== "Escape" || !isRefused) return;
            // the first Escape gives up the value, and the next one closes the record
            else edits.giveUp(recordId, field.id);
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      </dt>
      {open.value ? (
        <dd class="editing">
          <CellEditor {...{ baseId, tableId, recordId, field }} value={open.value.value} done={end} />
        </dd>
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the button
        <dd
          onClick={({ target }) => {
            if (isForEditor(target)) openEditor();
          }}
        >
          {children}
        </dd>
      )}
      <CellState {...{ id, pending }} giveUp={() => edits.giveUp(recordId, field.id)} />
    </div>
  );
}

/** Whether a click is meant for the cell: not for a link in it, nor does it end the selection of a text. */
const isForEditor = (target: EventTarget | null): boolean =>
  target instanceof Element && !target.closest("a, button") && (getSelection()?.isCollapsed ?? true);

/** Gives the focus to what opens the editor of this cell, or of that beside it. */
function focusEntry(entry: HTMLElement | null, move: FocusMove): void {
  const all = [...(entry?.closest("dl")?.querySelectorAll<HTMLElement>(".entry") ?? [])];
  const by = move === "right" ? 1 : move === "left" ? -1 : 0;
  const next = entry && all[all.indexOf(entry) + by];
  (next ?? entry)?.focus();
}

interface CellStateProps {
  id: string;
  pending: PendingCell | undefined;
  giveUp: () => void;
}

/** What became of a value that is not stored. */
function CellState({ id, pending, giveUp }: CellStateProps) {
  if (pending?.state === "refused")
    return (
      <dd class="wrong">
        <p id={id} role="alert">
          {appTexts.refusedCell(pending.reason ?? "")}
        </p>
        <button type="button" class="quiet" onClick={giveUp}>
          {appTexts.giveUp}
        </button>
      </dd>
    );
  if (pending?.state === "waiting")
    return (
      <dd id={id} class="note">
        {appTexts.unsaved(1)}
      </dd>
    );
  return null;
}
