/* Presses a button: its count in one record goes up by one, or is reset. Concurrent presses all count. */

import type { Caller } from "#lib/data/identity/caller";
import { tagOf } from "#lib/data/records/records";
import { replayRecords } from "#lib/data/records/records-now";
import { getField, readSchema } from "#lib/data/schema/table-schema";
import { type Press, press } from "#lib/engine/cells/press";
import { readStored } from "#lib/engine/cells/stored-cells";
import { invalid, notFound } from "#lib/schemas/basics/error";
import { type FieldId, newRunId } from "#lib/schemas/basics/ids";
import type { Pressed, ResetButton } from "#lib/schemas/records/button";
import type { FieldKeyType } from "#lib/schemas/records/record";
import { type ExistingRecord, updateRecord } from "./update-record.ts";

interface PressCall {
  caller: Caller;
  /** Throws 412 if the record does not have the expected ETag (`If-Match`). */
  expectTag: (tag: string) => void;
  /** Gets the ETag of the record after the press. */
  setTag: (tag: string) => void;
}

interface Pressing<Answer> {
  fieldId: FieldId;
  /** The kind of keys by which the answer names fields. */
  fieldKeyType: FieldKeyType;
  kind: Press;
  /** Makes the answer, which is also kept for a repeated request. */
  answer: (pressed: Pressed) => Answer;
}

/** The answer of a reset: the members of the record, and those of a press. */
export const asReset = (pressed: Pressed): ResetButton => ({ ...pressed.record, ...pressed });

/** Presses or resets the button. `start` is what was read for the request; a retry reads it again. */
export async function pressButton<Answer>(
  start: ExistingRecord,
  { fieldId, fieldKeyType, kind, answer }: Pressing<Answer>,
  { caller, expectTag, setTag }: PressCall,
): Promise<Answer> {
  const runId = newRunId();
  const pressed = (record: Pressed["record"]) =>
    answer({ tableId: start.schema.table.id, fieldId, record, runId });
  const { shown, item } = await updateRecord(
    start,
    start.record.id,
    ({ schema, record }) => {
      expectTag(tagOf(record));
      const field = getField(schema, fieldId);
      const result = press(field, readStored(field)(record), kind);
      if ("refused" in result) throw invalid([{ path: "fieldId", message: result.refused }]);
      return { fieldKeyType, typecast: false, record: { fields: { [field[fieldKeyType]]: result } } };
    },
    caller,
    (record) => ({ answer: pressed(record), ids: [record.id, runId] }),
  );
  setTag(tagOf(item));
  return pressed(shown);
}

/** Makes the answer again for a repeated request whose answer was too large to keep. `ids` are the ids that pressButton kept. */
export async function replayPress(
  [recordId = "", runId]: string[],
  { tableId, fieldId }: Pick<Pressed, "tableId" | "fieldId">,
  fieldKeyType: FieldKeyType,
  caller: Caller,
): Promise<Pressed> {
  const [record] = await replayRecords(await readSchema(tableId), [recordId], { fieldKeyType }, caller);
  if (!record) throw notFound("record", recordId);
  return { tableId, fieldId, record, runId: runId as Pressed["runId"] };
}
