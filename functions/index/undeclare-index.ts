import * as z from "zod";
import { undeclareIndex } from "#lib/data/indexes/declare-index";
import { done, endpoint } from "#lib/http/endpoint";
import { FieldId, TableId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/table/{tableId}/index/{fieldId}",
    summary: "Take back the index of a field",
    description:
      "The index that was declared is dropped, unless a view or what requests keep asking for needs it. Nothing happens if none was declared.",
    scope: "field|update",
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    response: done,
  },
  ({ params, caller }) => undeclareIndex(params.tableId, params.fieldId, caller),
);
