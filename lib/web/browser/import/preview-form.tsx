/* Before an import: how the file is written, its first rows, and what its columns become. */
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import type { ImportPreview } from "#lib/schemas/tables/csv";
import { describeProblem } from "../call.ts";
import { closeModal } from "../dialogs/modal.tsx";
import { appTexts } from "../texts.ts";
import { titleOfFile } from "./file-kind.ts";
import type { ImportRun } from "./import-run.ts";
import { PreviewTable } from "./preview-table.tsx";
import type { RunningImport } from "./running.ts";
import { SpaceChoice } from "./space-choice.tsx";
import { importTexts } from "./texts.ts";

interface PreviewFormProps {
  run: ImportRun;
  begun: (running: RunningImport) => void;
}

export function PreviewForm({ run, begun }: PreviewFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useSignal(false);
  const preview = run.preview.value;
  const { file, target } = run;
  useEffect(
    () => form.current?.querySelector<HTMLElement>("input, select")?.focus(),
    [preview !== undefined],
  );
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy.value || !form.current) return;
    const sent = new FormData(form.current);
    const text = (name: string) => String(sent.get(name) ?? "").trim();
    if (!isAnyTaken(run)) {
      run.problem.value = importTexts.nothingChosen;
      return;
    }
    isBusy.value = true;
    run.problem.value = "";
    try {
      const running = await run.begin({
        baseName: text("baseName"),
        spaceId: text("spaceId"),
        tableName: text("tableName"),
        onBadCell: text("onBadCell"),
        createLinked: sent.has("createLinked"),
      });
      begun(running);
    } catch (error) {
      run.problem.value = describeProblem(error);
    }
    isBusy.value = false;
  }
  return (
    <form ref={form} onSubmit={submit} class="import">
      {run.sent.value !== undefined && !run.problem.value && (
        <label>
          {importTexts.uploading(file.name)}
          <progress value={run.sent.value} max={1} />
        </label>
      )}
      {preview && (
        <>
          {target.kind !== "rows" && <Names run={run} preview={preview} />}
          <Format run={run} preview={preview} />
          <PreviewTable run={run} preview={preview} />
          <BadCells run={run} />
        </>
      )}
      <p class="note" role="status">
        {run.isLooking.value || (run.sent.value === undefined && !preview && !run.problem.value)
          ? importTexts.looking
          : ""}
      </p>
      <p class="wrong" role="alert">
        {run.problem}
      </p>
      <div class="buttons">
        {preview && (
          <button type="submit" disabled={isBusy.value}>
            {importTexts.start}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => closeModal(form.current)}>
          {appTexts.cancel}
        </button>
      </div>
    </form>
  );
}

const isAnyTaken = ({ target, fieldIds, choices }: ImportRun): boolean =>
  target.kind === "rows"
    ? fieldIds.value.some((id) => id !== null)
    : choices.value.some((each) => each?.isTaken);

interface PartProps {
  run: ImportRun;
  preview: ImportPreview;
}

function Names({ run: { target, file, spaceId }, preview }: PartProps) {
  const id = useId();
  const title = titleOfFile(file.name);
  return (
    <div class="fields">
      {target.kind === "base" && (
        <div>
          <label for={`${id}-base`}>{importTexts.baseName}</label>
          <input
            id={`${id}-base`}
            name="baseName"
            type="text"
            required
            autocomplete="off"
            defaultValue={title}
          />
        </div>
      )}
      {target.kind === "base" && spaceId === undefined && <SpaceChoice spaces={target.spaces} />}
      <div>
        <label for={`${id}-table`}>{importTexts.tableName}</label>
        <input
          key={preview.sheet}
          id={`${id}-table`}
          name="tableName"
          type="text"
          required
          autocomplete="off"
          defaultValue={preview.sheet ?? title}
        />
      </div>
    </div>
  );
}

/** Encodings that files of spreadsheet programs have, beside the one that was found. */
const encodings = [
  ...["utf-8", "windows-1252", "windows-1250", "windows-1251", "iso-8859-15"],
  ...["gbk", "big5", "shift_jis", "euc-kr", "utf-16le"],
];

interface Offered {
  value: string;
  text: string;
}

interface FormatSelectProps {
  label: string;
  value: string | undefined;
  offered: Offered[];
  choose: (value: string) => void;
}

function FormatSelect({ label, value, offered, choose }: FormatSelectProps) {
  const id = useId();
  return (
    <div>
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {offered.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function Format({ run, preview }: PartProps) {
  const { sheet, sheets = [], delimiter, encoding, lines } = preview;
  const plain = (value: string): Offered => ({ value, text: value });
  return (
    <>
      <div class="fields">
        {sheets.length > 1 && (
          <FormatSelect
            label={importTexts.sheet}
            value={sheet}
            offered={sheets.map(plain)}
            choose={(sheet) => void run.look({ sheet })}
          />
        )}
        {delimiter !== undefined && (
          <FormatSelect
            label={importTexts.delimiter}
            value={delimiter}
            offered={Object.entries(importTexts.delimiters).map(([value, text]) => ({ value, text }))}
            choose={(delimiter) => void run.look({ delimiter })}
          />
        )}
        {encoding !== undefined && (
          <FormatSelect
            label={importTexts.encoding}
            value={encoding}
            offered={[...new Set([encoding, ...encodings])].map(plain)}
            choose={(encoding) => void run.look({ encoding })}
          />
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={run.format.value.header}
            onChange={({ currentTarget }) => void run.look({ header: currentTarget.checked })}
          />
          {importTexts.header}
        </label>
      </div>
      <p class="note">{lines === undefined ? importTexts.manyRows : importTexts.rows(lines)}</p>
      {preview.hints.map((hint) => (
        <p key={hint} class="note">
          {hint}
        </p>
      ))}
    </>
  );
}

function BadCells({ run: { target, fieldIds } }: { run: ImportRun }) {
  const id = useId();
  const hasLink =
    target.kind === "rows" &&
    target.fields.some((field) => field.type === "link" && fieldIds.value.includes(field.id));
  return (
    <>
      <label for={id}>{importTexts.onBadCell}</label>
      <select id={id} name="onBadCell">
        {Object.entries(importTexts.onBadCells).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hasLink && (
        <label class="check">
          <input type="checkbox" name="createLinked" />
          {importTexts.createLinked}
        </label>
      )}
    </>
  );
}
