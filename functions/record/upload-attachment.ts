import * as z from "zod";
import * as records from "#lib/data/records/records";
import { replayRecords } from "#lib/data/records/records-now";
import { readSchema, schemaOf } from "#lib/data/schema/table-schema";
import { created, endpoint } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { FieldId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { FileSource } from "#lib/schemas/records/file-source";
import { AnswerKeyQuery, Record } from "#lib/schemas/records/record";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/{recordId}/{attachmentFieldId}/uploadAttachment",
    summary: "Add a file to a record",
    description: `Adds the file after those in the cell. Send the file itself as the part \`file\` of a multipart/form-data body, up to the limit of a body, or the URL of a file of at most ${limits.fetchedFileBytes / 1024 ** 2} MB.`,
    scope: "record|update",
    params: z.object({ tableId: TableId, recordId: RecordId, attachmentFieldId: FieldId }),
    query: AnswerKeyQuery,
    body: FileSource,
    multipart: true,
    response: created(Record),
    tagged: true,
    conditional: true,
    idempotent: true,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
    load: ({ table }) => schemaOf(table),
    replay: async (ids, { params, query, caller }) => {
      const [record] = await replayRecords(await readSchema(params.tableId), ids, query, caller);
      if (!record) throw notFound("record", params.recordId);
      return record;
    },
  },
  async ({ prefetched: record, loaded: schema, params, query, body, caller, expectTag, setTag }) => {
    const appending = {
      ...query,
      fieldId: params.attachmentFieldId,
      path: "attachmentFieldId",
      read: async () => (await import("#lib/outgoing/file")).fileOf(body),
      expect: (now: typeof record) => expectTag(records.tagOf(now)),
    };
    // loaded here: with the writer it exceeds what a function may load at its start
    const { appendFile } = await import("#lib/data/write/append-file");
    const { shown, item } = await appendFile({ schema, record }, appending, caller);
    setTag(records.tagOf(item));
    return shown;
  },
);
