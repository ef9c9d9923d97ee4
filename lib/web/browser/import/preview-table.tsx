/* The first rows of a file, below what its columns become. */
import type { ImportPreview } from "#lib/schemas/tables/csv";
import { cellText } from "../cells/cell-text.ts";
import { nameOfKind } from "../fields/find-kinds.ts";
import { chooseField, importableFields, type PreviewColumn } from "./columns.ts";
import type { ImportRun } from "./import-run.ts";
import { Issues } from "./issues.tsx";
import { importTexts } from "./texts.ts";

/** Types that the cells of any file may have. */
const offeredTypes = [
  ...["singleLineText", "longText", "number", "checkbox", "date"],
  ...["singleSelect", "multipleSelect", "rating", "user"],
];

interface PreviewTableProps {
  run: ImportRun;
  preview: ImportPreview;
}

export function PreviewTable({ run, preview: { columns, records, issues } }: PreviewTableProps) {
  const isTaken = (at: number) =>
    run.target.kind === "rows" ? run.fieldIds.value[at] !== null : run.choices.value[at]?.isTaken;
  const shown = columns.flatMap((column, at) => (column ? [{ column, at }] : []));
  const misfits = issues.filter(({ column }) => column === undefined || isTaken(column - 1));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it */}
      <section class="preview" aria-label={importTexts.preview} tabIndex={0} aria-busy={run.isLooking.value}>
        <table>
          <thead>
            <tr>
              {shown.map(({ column, at }) => (
                <th key={at} scope="col" class={isTaken(at) ? "" : "left-out"}>
                  {run.target.kind === "rows" ? (
                    <FieldChoice {...{ run, column, at }} />
                  ) : (
                    <TypeChoice {...{ run, column, at }} />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map(({ line, fields }) => (
              <tr key={line}>
                {shown.map(({ column, at }) => (
                  <td key={at} class={isTaken(at) ? "" : "left-out"}>
                    {cellText(
                      { cellValueType: column.type === "date" ? "dateTime" : "", options: column.options },
                      fields[column.name],
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {misfits.length > 0 && (
        <>
          <p>{importTexts.misfits(misfits.length)}</p>
          <Issues issues={misfits} />
        </>
      )}
    </>
  );
}

interface ColumnProps {
  run: ImportRun;
  column: PreviewColumn;
  at: number;
}

/** The field of a new table: its name and type, or that it is left out. */
function TypeChoice({ run, column, at }: ColumnProps) {
  const choice = run.choices.value[at];
  if (!choice) return null;
  const types = [...new Set([column.type, choice.type, ...offeredTypes])];
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          aria-label={importTexts.takes(column.name)}
          checked={choice.isTaken}
          onChange={({ currentTarget }) => run.choose(at, { isTaken: currentTarget.checked })}
        />
        {column.name}
      </label>
      {choice.isTaken && (
        <>
          <input
            type="text"
            required
            aria-label={importTexts.nameOf(column.name)}
            value={choice.name}
            onInput={({ currentTarget }) => run.choose(at, { name: currentTarget.value })}
          />
          <select
            aria-label={importTexts.typeOf(column.name)}
            value={choice.type}
            onChange={({ currentTarget }) => void run.chooseType(at, currentTarget.value)}
          >
            {types.map((type) => (
              <option key={type} value={type}>
                {nameOfKind(type)}
              </option>
            ))}
          </select>
        </>
      )}
    </>
  );
}

/** The field of a table that is there, or that the column is left out. */
function FieldChoice({ run, column, at }: ColumnProps) {
  const fields = run.target.kind === "rows" ? importableFields(run.target.fields) : [];
  return (
    <>
      <span class="of">{column.name}</span>
      <select
        aria-label={importTexts.fieldOf(column.name)}
        value={run.fieldIds.value[at] ?? ""}
        onChange={({ currentTarget: { value } }) => {
          run.fieldIds.value = chooseField(run.fieldIds.value, at, value || null);
        }}
      >
        <option value="">{importTexts.leaveOut}</option>
        {fields.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}
