import * as z from "zod";
import { declareIndex } from "#lib/data/indexes/declare-index";
import { done, endpoint } from "#lib/http/endpoint";
import { FieldId, TableId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/table/{tableId}/index/{fieldId}",
    summary: "Declare an index of a field",
    description:
      "From then on records are looked up by values of the field, whatever the size of the table: a filter that names one costs what it finds. The index is `building` for about two minutes, and in a large table until each record has an entry; meanwhile such filters read the table. At most five fields of a table can be declared. What requests keep asking for gets an index without it.",
    scope: "field|update",
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    response: done,
    idempotent: true,
  },
  ({ params, caller }) => declareIndex(params.tableId, params.fieldId, caller),
);
