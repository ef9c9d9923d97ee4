/* A query that is saved, so that a list can name it by id. */
import * as z from "zod";
import { QueryId } from "#lib/schemas/basics/ids";
import { anyObject } from "#lib/schemas/basics/object";

export const QueryToSave = z
  .object({
    params: anyObject("must be an object: parameter → value").meta({
      description: "The parameters of a list and their values. Values are not JSON text.",
    }),
  })
  .meta({
    id: "QueryToSave",
    examples: [
      {
        params: {
          filter: { conjunction: "and", filterSet: [{ fieldId: "Name", operator: "is", value: "Ada" }] },
        },
      },
    ],
  });
export type QueryToSave = z.infer<typeof QueryToSave>;

export const SavedQuery = z.object({ queryId: QueryId }).meta({ id: "SavedQuery" });
