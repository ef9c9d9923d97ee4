/* The uploads of this page: they live as long as it, also when another table is opened. */
import { signal } from "@preact/signals";
import { limits } from "#lib/schemas/basics/limits";
import { callApi, describeProblem } from "../call.ts";
import { seenElements } from "../cells/field-options.ts";
import { editsOf } from "../grid/table-edits.ts";
import { filesOfCell } from "./cell-file.ts";
import { type SentFile, sendFile } from "./send-file.ts";
import { fileTexts } from "./texts.ts";
import { type CellPlace, type CellUpload, UploadQueue } from "./upload-queue.ts";

/** A file has at most so many bytes. */
export const mostFileBytes = limits.fileBytes;

/** What is on its way, and what failed. */
export const uploads = signal<readonly CellUpload[]>([]);

/** What was added last, in words. */
export const lastAdded = signal("");

export const queue = new UploadQueue<SentFile>({
  send: (file, sending) => sendFile(file, sending),
  keep: addToCell,
  examine: ({ size }) => (size > mostFileBytes ? fileTexts.tooLarge(size, mostFileBytes) : undefined),
  explain: describeProblem,
  onChange: (now) => {
    uploads.value = now;
  },
});

addEventListener("beforeunload", (event) => uploads.value.length > 0 && event.preventDefault());

/** Adds files to what the cell holds now. What others add or take out before it is written stays so. */
async function addToCell(
  { tableId, recordId, fieldId }: CellPlace,
  files: { file: File; sent: SentFile }[],
): Promise<void> {
  const edits = editsOf(tableId).cells;
  await edits.settle();
  const stored = edits.at(recordId, fieldId) ? undefined : await readCell({ tableId, recordId, fieldId });
  // it may have been edited in this page while it was read
  const pending = edits.at(recordId, fieldId);
  const held = filesOfCell(pending ? pending.value : stored);
  const added = files.map(({ file, sent }) => ({ ...sent, name: nameFor(file.name) }));
  edits.set(recordId, fieldId, [...held, ...added], { seen: seenElements(held) });
  lastAdded.value = fileTexts.added(added.length);
}

/** The value of a cell as it is stored. */
export async function readCell({ tableId, recordId, fieldId }: CellPlace): Promise<unknown> {
  const query = new URLSearchParams({ fieldKeyType: "id", "projection[]": fieldId });
  const { fields } = await callApi<{ fields: { [fieldId: string]: unknown } }>(
    "GET",
    `/table/${tableId}/record/${recordId}?${query}`,
  );
  return fields[fieldId];
}

/** A name as cells take it: pasted pictures have none, and the end of a long one says what it is. */
function nameFor(name: string): string {
  const own = name.trim() || "file";
  return own.length > limits.nameLength ? own.slice(-limits.nameLength).trim() : own;
}

/** How much has gone of what is on its way to a cell, from 0 to 1; undefined if nothing is. */
export function shareOf(all: readonly CellUpload[]): number | undefined {
  const running = all.filter(({ state }) => state !== "failed");
  const size = running.reduce((sum, { file }) => sum + file.size, 0);
  const gone = running.reduce((sum, { file, share }) => sum + file.size * share, 0);
  return running.length === 0 ? undefined : size === 0 ? 0 : gone / size;
}

/** Whether an upload is for this cell. */
export const isFor =
  ({ tableId, recordId, fieldId }: CellPlace) =>
  ({ place }: CellUpload): boolean =>
    place.tableId === tableId && place.recordId === recordId && place.fieldId === fieldId;
