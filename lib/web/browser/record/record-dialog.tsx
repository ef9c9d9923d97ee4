/* A record over its table: all cells, comments, history, and the way to its neighbours in the view. */
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Base } from "#lib/schemas/tables/base";
import type { Field } from "#lib/schemas/tables/field";
import { callApi, describeProblem, isMissing } from "../call.ts";
import { type GridRow, isOlderThan } from "../grid/answers.ts";
import { isNewId } from "../grid/edits.ts";
import type { RowWindow } from "../grid/rows.ts";
import { editsOf } from "../grid/table-edits.ts";
import { Icon } from "../icon.tsx";
import type { TableFeed } from "../live/feed.ts";
import { PeopleMarks } from "../live/people-marks.tsx";
import { peopleAt } from "../live/presence.tsx";
import { ProblemBox } from "../problem.tsx";
import { isEditor } from "../roles.ts";
import { closeRecord, openRecord } from "../router.ts";
import { appTexts } from "../texts.ts";
import { Comments } from "./comments.tsx";
import { RecordHistory } from "./history.tsx";
import { RecordFields } from "./record-fields.tsx";
import { UnsentComments } from "./unsent-comments.tsx";

interface RecordDialogProps {
  base: Base;
  tableId: string;
  recordId: string;
  /** In the order in which they are shown. */
  fields: readonly Field[];
  feed: TableFeed;
  /** The rows of the view, as soon as it is shown. */
  rows: RowWindow | undefined;
}

type Read = { record: GridRow } | { problem: string } | "gone";

/** How often it is looked whether the rows of the view are there, in ms. */
const pause = 300;

export function RecordDialog({ base, tableId, recordId, fields, feed, rows }: RecordDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const beside = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = useSignal<{ of: string; read: Read } | undefined>(undefined);
  /** How often it was heard that the record, or its comments, changed. */
  const changes = useSignal(0);
  const talks = useSignal(0);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      dialog.current?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(
    () =>
      feed.listen((heard) => {
        const isOfRecord = (type: string) =>
          heard === "all" ||
          heard.some(
            (each) => each.type.startsWith(type) && "recordId" in each && each.recordId === recordId,
          ) ||
          heard.some((each) => each.type === "table.many");
        if (isOfRecord("record.")) changes.value++;
        if (isOfRecord("comment.")) talks.value++;
      }),
    [feed, recordId],
  );
  const isLatest = useRef("");
  async function read() {
    isLatest.current = recordId;
    if (isNewId(recordId)) return;
    const show = (found: Read) => {
      if (isLatest.current === recordId) shown.value = { of: recordId, read: found };
    };
    try {
      show({
        record: await callApi<GridRow>("GET", `/table/${tableId}/record/${recordId}?fieldKeyType=id`),
      });
    } catch (error) {
      show(isMissing(error) ? "gone" : { problem: describeProblem(error) });
    }
  }
  useEffect(() => void read(), [tableId, recordId, changes.value]);
  // others see whose record is open
  const isNew = isNewId(recordId);
  useEffect(() => {
    if (!isNew) return feed.atRecord(recordId, fields[0]?.id);
    return undefined;
  }, [feed, recordId]);
  const edits = editsOf(tableId);
  const drawn = useSignal(0);
  // read here, so that it is drawn again when an edit was made, saved or refused
  void drawn.value;
  useEffect(
    () =>
      edits.listen({
        onSaved: (row) => {
          if (row.id !== isLatest.current) return;
          const { of, read } = shown.value ?? {};
          const known =
            of === row.id && typeof read === "object" && "record" in read ? read.record : undefined;
          if (!known || !isOlderThan(known, row)) shown.value = { of: row.id, read: { record: row } };
        },
        onChange: () => {
          drawn.value++;
        },
      }),
    [edits],
  );
  // a record that waits is shown as it will be; once it is stored, that one is shown
  const storedId = edits.cells.idOf(recordId);
  useEffect(() => {
    if (storedId !== recordId) openRecord(storedId);
  }, [storedId, recordId]);
  const unsaved = isNew ? edits.cells.newRows().find(({ id }) => id === recordId) : undefined;
  const known = shown.value?.of === recordId ? shown.value.read : undefined;
  const found: Read | undefined = unsaved
    ? { record: unsaved }
    : isNew && storedId === recordId
      ? "gone"
      : known;
  const record = typeof found === "object" && "record" in found ? found.record : undefined;
  const index = rows?.indexOf(recordId);
  // opened by its address, it is there before the rows of the view are
  useEffect(() => {
    if (index !== undefined) return;
    const timer = setInterval(() => {
      if (rows?.indexOf(recordId) !== undefined) drawn.value++;
    }, pause);
    return () => clearInterval(timer);
  }, [rows, recordId, index]);
  async function step(by: number) {
    if (index === undefined || !rows) return;
    const [next] = await rows.read(index + by, index + by);
    if (next) openRecord(next.id);
  }
  const title =
    found === "gone" ? appTexts.recordGone : record ? record.name || appTexts.unnamed : appTexts.loading;
  return (
    <dialog
      ref={dialog}
      class="record"
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        closeRecord();
      }}
    >
      <header>
        <h2 id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        <PeopleMarks people={peopleAt(feed, recordId)} label={appTexts.alsoAtRecord} isSaid />
        {record && !isNew && (
          <button type="button" class="quiet to-comments" onClick={() => beside.current?.scrollIntoView()}>
            {appTexts.comments}
          </button>
        )}
        <button
          type="button"
          class="quiet"
          aria-label={appTexts.previousRecord}
          disabled={index === undefined || index === 0}
          onClick={() => void step(-1)}
        >
          <Icon name="previous" />
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={appTexts.nextRecord}
          disabled={index === undefined || index + 1 >= (rows?.count ?? 0)}
          onClick={() => void step(1)}
        >
          <Icon name="next" />
        </button>
        <button type="button" class="quiet" aria-label={appTexts.close} onClick={closeRecord}>
          <Icon name="close" />
        </button>
      </header>
      {found === "gone" && (
        <>
          <p>{appTexts.recordGoneHint}</p>
          <UnsentComments recordId={recordId} people={[]} />
        </>
      )}
      {typeof found === "object" && "problem" in found && (
        <ProblemBox text={found.problem} retry={() => void read()} />
      )}
      {record && (
        <div class="parts">
          <RecordFields
            key={`fields ${recordId}`}
            {...{ baseId: base.id, tableId, recordId, fields, cells: record.fields }}
            edits={isEditor(base.role) ? edits.cells : undefined}
          />
          {isNew ? (
            <p class="note">{appTexts.newRecordHint}</p>
          ) : (
            <div ref={beside}>
              <Comments
                key={recordId}
                {...{ baseId: base.id, tableId, recordId, version: talks.value }}
                mayComment={base.role !== "viewer"}
              />
              {isEditor(base.role) && (
                <History key={`history ${recordId}`} {...{ tableId, recordId, version: changes.value }} />
              )}
            </div>
          )}
        </div>
      )}
    </dialog>
  );
}

/** It is read when it is opened. */
function History(props: Parameters<typeof RecordHistory>[0]) {
  const isOpen = useSignal(false);
  return (
    <details
      class="history"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>
        <h3>{appTexts.history}</h3>
      </summary>
      {isOpen.value && <RecordHistory {...props} />}
    </details>
  );
}
