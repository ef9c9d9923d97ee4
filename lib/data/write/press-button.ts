/* Pressing a button: its count in one record goes up, or back to nothing. Of those who press at once each counts. */

import type { Caller } from "#lib/data/identity/caller";
import { tagOf } from "#lib/data/records/records";
import { replayRecords } from "#lib/data/records/records-now";
import * as fields from "#lib/data/schema/fields";
import { readSchema } from "#lib/data/schema/table-schema";
import { type Press, press } from "#lib/engine/cells/press";
import { invalid, notFound } from "#lib/schemas/basics/error";
import { type FieldId, newRunId } from "#lib/schemas/basics/ids";
import type { Pressed } from "#lib/schemas/records/button";
import { type Known, updateRecord } from "./update-record.ts";

/** On whose behalf, what state of the record he knows, and where the state that it is in then is told. */
interface Call {
  caller: Caller;
  expectTag: (tag: string) => void;
  setTag: (tag: string) => void;
}

/** `start` is what was read with the request. */
export async function pressButton(
  start: Known,
  { fieldId, kind }: { fieldId: FieldId; kind: Press },
  { caller, expectTag, setTag }: Call,
): Promise<Pressed> {
  const runId = newRunId();
  const pressed = (record: Pressed["record"]) => ({ tableId: start.schema.table.id, fieldId, record, runId });
  const { shown, item } = await updateRecord(
    start,
    start.record.id,
    ({ schema, record }) => {
      expectTag(tagOf(record));
      const field = fields.get(schema, fieldId);
      const result = press(field, record.cells[field.id], kind);
      if ("refused" in result) throw invalid([{ path: "fieldId", message: result.refused }]);
      return { fieldKeyType: "name", typecast: false, record: { fields: { [field.name]: result } } };
    },
    caller,
    (record) => ({ answer: pressed(record), ids: [record.id, runId] }),
  );
  setTag(tagOf(item));
  return pressed(shown);
}

/** What is answered again after the answer was too large to keep; `ids` are those of `keep`. */
export async function replayPress(
  [recordId = "", runId]: string[],
  { tableId, fieldId }: Pick<Pressed, "tableId" | "fieldId">,
  caller: Caller,
): Promise<Pressed> {
  const [record] = await replayRecords(await readSchema(tableId), [recordId], "name", caller);
  if (!record) throw notFound("record", recordId);
  return { tableId, fieldId, record, runId: runId as Pressed["runId"] };
}
