/* Pressing a button: its count in one record goes up, or back to nothing. Of those who press at once each counts. */
import { type Press, press } from "#lib/engine/press";
import type { Pressed } from "#lib/schemas/button";
import { invalid, notFound } from "#lib/schemas/error";
import { newRunId } from "#lib/schemas/ids";
import { recordsNow } from "./as-now.ts";
import type { Caller } from "./caller.ts";
import * as fields from "./fields.ts";
import type { RecordItem } from "./records.ts";
import { readSchema } from "./table-schema.ts";
import { type Known, updateRecord } from "./update-record.ts";

/** `start` is what was read with the request; `expect` throws where the record is not as the caller knows it. */
export async function pressButton(
  start: Known,
  { fieldId, kind }: { fieldId: string; kind: Press },
  caller: Caller,
  expect: (record: RecordItem) => void,
): Promise<{ pressed: Pressed; item: RecordItem }> {
  const { id } = fields.get(start.schema, fieldId);
  const runId = newRunId();
  const pressed = (record: Pressed["record"]) => ({
    ...{ tableId: start.schema.table.id, fieldId: id },
    ...{ record, runId },
  });
  const { shown, item } = await updateRecord(
    start,
    start.record.id,
    ({ schema, record }) => {
      expect(record);
      const field = fields.get(schema, id);
      const result = press(field, record.cells[id], kind);
      if ("refused" in result) throw invalid([{ path: "fieldId", message: result.refused }]);
      const values = { [field.name]: result };
      return { fieldKeyType: "name", typecast: false, record: { fields: values } };
    },
    caller,
    (record) => ({ answer: pressed(record), ids: [record.id, runId] }),
  );
  return { pressed: pressed(shown), item };
}

/** What is answered again after the answer was too large to keep; `ids` are those of `keep`. */
export async function pressedNow(
  [recordId = "", runId]: string[],
  { tableId, fieldId }: Pick<Pressed, "tableId" | "fieldId">,
  caller: Caller,
): Promise<Pressed> {
  const [record] = await recordsNow(await readSchema(tableId), [recordId], "name", caller);
  if (!record) throw notFound("record", recordId);
  return { tableId, fieldId, record, runId: runId as Pressed["runId"] };
}
