/* A selection of cells in the list of a table's records, and the text that copying it gives. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { jsonText } from "#lib/schemas/basics/query-string";
import { hintAt } from "#lib/schemas/issues/hints";
import { RecordQuery } from "#lib/schemas/records/record";
import { Field } from "./field.ts";
import { inOrder, which } from "./query-plan.ts";

const index = z.int().min(0);
const rangesExample = "[[0,0],[1,9]]";

const Ranges = jsonText(
  z
    .array(z.tuple([index, index]))
    .min(1)
    .max(limits.recordsPerCall, "at most 1000 ranges per call"),
  rangesExample,
)
  .transform((ranges, context) => {
    if (ranges) return ranges;
    context.addIssue({ code: "custom", message: `must be JSON, for example ${rangesExample}` });
    return z.NEVER;
  })
  .meta({
    description:
      "JSON. Without `type` two cells, `[[column, row], [column, row]]`: the rectangle between them. With `type` a list of `[first, last]`. All count from 0 and are included; what is beyond the end is left out. Rows count in the order of the list, columns are the visible fields of the view in its order, or those of `projection`.",
    examples: [rangesExample],
  });

/** What a selection of cells refers to: ranges in a list of records. */
export const CopyQuery = z.strictObject(
  {
    ranges: Ranges,
    type: z.enum(["rows", "columns"]).optional().meta({ description: "Whole rows, or whole columns." }),
    projection: RecordQuery.shape.projection.meta({ description: "The columns, in this order." }),
    ...which,
    ...inOrder,
  },
  hintAt("orderBy", "projection", "filter"),
);
export type CopyQuery = z.infer<typeof CopyQuery>;

export const CopiedCells = z
  .object({
    content: z.string().meta({
      description:
        "The texts of the cells, with tabs between columns and newlines between rows. A cell with a tab, a newline or a quotation mark is quoted, and quotation marks in it are doubled.",
    }),
    header: z.array(Field).meta({ description: "The fields of the columns." }),
  })
  .meta({ id: "CopiedCells" });
export type CopiedCells = z.infer<typeof CopiedCells>;
