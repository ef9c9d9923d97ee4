import * as z from "zod";
import * as records from "#lib/data/records/records";
import { replayRecords } from "#lib/data/records/records-now";
import { readSchema, schemaOf } from "#lib/data/schema/table-schema";
import { appendFile } from "#lib/data/write/append-file";
import { created, endpoint } from "#lib/http/endpoint";
import { fileOf } from "#lib/outgoing/file";
import { notFound } from "#lib/schemas/basics/error";
import { FieldId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { FileSource } from "#lib/schemas/records/file-source";
import { Record } from "#lib/schemas/records/record";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/{recordId}/{attachmentFieldId}/uploadAttachment",
    summary: "Put a file into a record",
    description: `Behind those that the cell holds. The file itself in a body of multipart/form-data, as the part \`file\`, up to what a body may have; or from an address, up to ${limits.fetchedFileBytes / 1024 ** 2} MB.`,
    scope: "record|update",
    params: z.object({ tableId: TableId, recordId: RecordId, attachmentFieldId: FieldId }),
    body: FileSource,
    multipart: true,
    response: created(Record),
    tagged: true,
    conditional: true,
    idempotent: true,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
    load: ({ table }) => schemaOf(table),
    replay: async (ids, { params, caller }) => {
      const [record] = await replayRecords(await readSchema(params.tableId), ids, "name", caller);
      if (!record) throw notFound("record", params.recordId);
      return record;
    },
  },
  async ({ prefetched: record, loaded: schema, params, body, caller, expectTag, setTag }) => {
    const appending = {
      fieldId: params.attachmentFieldId,
      path: "attachmentFieldId",
      read: () => fileOf(body),
      expect: (now: typeof record) => expectTag(records.tagOf(now)),
    };
    const { shown, item } = await appendFile({ schema, record }, appending, caller);
    setTag(records.tagOf(item));
    return shown;
  },
);
