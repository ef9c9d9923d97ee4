import * as z from "zod";
import * as tables from "#lib/data/schema/tables";
import { readTypedTables } from "#lib/data/tables/base-types";
import { writeBaseDocument } from "#lib/docs/base/base-document";
import { readDocumentText } from "#lib/http/document";
import { endpoint, file } from "#lib/http/endpoint";
import { AppError } from "#lib/schemas/basics/error";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { list } from "#lib/schemas/basics/query-string";
import { FieldKeyType } from "#lib/schemas/records/record";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/openapi.json",
    summary: "Get the OpenAPI document of a base",
    description:
      "The calls on records, once for each table, with its fields: for generators of clients, and for models that call tools. A base whose document would be too large (413) has one for some of its tables.",
    scope: "table|read",
    // the document names fields
    tokenScope: "field|read",
    params: z.object({ baseId: BaseId }),
    query: z.strictObject({
      fieldKeyType: FieldKeyType.default("name").meta({
        description:
          "The keys of cells. `dbFieldName` suits generators for which names of fields are no names.",
      }),
      tableIds: list(TableId, "tableIds", { most: limits.tablesPerBase, what: "tables" })
        .optional()
        .meta({ description: "Only these tables. Default: all of the base." }),
    }),
    response: file("application/json"),
    mayBeTooLarge: true,
    prefetch: ({ params }) => tables.list(params.baseId),
  },
  async ({ query, base, prefetched }) => {
    const { tableIds } = query;
    const wanted = tableIds ? prefetched.filter(({ id }) => tableIds.includes(id)) : prefetched;
    const [whole, typed] = await Promise.all([readDocumentText(), readTypedTables(wanted)]);
    if (leastBytes(typed) > limits.responseBytes) throw tooLarge();
    const body = writeBaseDocument(whole, base, typed, query.fieldKeyType);
    if (Buffer.byteLength(body) > limits.responseBytes) throw tooLarge();
    return { contentType: "application/json; charset=utf-8", body, maxAge: 0 };
  },
);

const tooLarge = () =>
  new AppError(
    "payload_too_large",
    `The document would have more than ${limits.responseBytes} bytes. Ask for some of the tables: tableIds[]=tbl…&tableIds[]=tbl…`,
  );

/** A document is never smaller: so a large one is refused before it is written. */
const leastBytes = (tables: readonly { fields: readonly unknown[] }[]) =>
  tables.reduce((sum, { fields }) => sum + 4000 + 50 * fields.length, 0);
