/* A selection of cells in the list of a table's records, and the text that copying it gives. */
import * as z from "zod";
import { FieldId, RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { jsonText } from "#lib/schemas/basics/query-string";
import { hintAt } from "#lib/schemas/issues/hints";
import { RecordQuery } from "#lib/schemas/records/record";
import { Field } from "#lib/schemas/tables/field";
import { inOrder, listedByBody, which } from "#lib/schemas/tables/list-query";

/** A row or a column. */
export const cellIndex = z.int().min(0);
const rangesExample = "[[0,0],[1,9]]";

const RangeList = z
  .array(z.tuple([cellIndex, cellIndex]))
  .min(1)
  .max(limits.recordsPerCall, `at most ${limits.recordsPerCall} ranges per call`);
const meaning =
  "Without `type` two cells, `[[column, row], [column, row]]`: the rectangle between them. With `type` a list of `[first, last]`. All count from 0 and are included; what is beyond the end is left out. Rows count in the order of the list, columns are the visible fields of the view in its order, or those of `projection`.";

const Ranges = jsonText(RangeList, rangesExample)
  .transform((ranges, context) => {
    if (ranges) return ranges;
    context.addIssue({ code: "custom", message: `must be JSON, for example ${rangesExample}` });
    return z.NEVER;
  })
  .meta({
    description: `JSON. ${meaning}`,
    examples: [rangesExample],
  });

const type = z.enum(["rows", "columns"]).optional().meta({ description: "Whole rows, or whole columns." });
const projection = { description: "The columns, in this order." };

const selected = {
  ranges: Ranges,
  type,
  projection: RecordQuery.shape.projection.meta(projection),
  ...which,
  ...inOrder,
};
export const selectionHints = hintAt("orderBy", "projection", "filter");

/** What a selection of cells refers to: ranges in a list of records. */
export const CopyQuery = z.strictObject(selected, selectionHints);
export type CopyQuery = z.infer<typeof CopyQuery>;

export const SelectedIdsQuery = z.strictObject(
  {
    ...selected,
    returnType: z
      .enum(["recordId", "fieldId", "all"])
      .meta({ description: "Which ids: of the rows, of the columns, or of both." }),
  },
  selectionHints,
);
export type SelectedIdsQuery = z.infer<typeof SelectedIdsQuery>;

export const SelectedIds = z
  .object({
    recordIds: z.array(RecordId).optional().meta({ description: "Of the rows." }),
    fieldIds: z.array(FieldId).optional().meta({ description: "Of the columns." }),
  })
  .meta({ id: "SelectedIds", description: "In their order; only what was asked for." });

/** The members of a body that selects cells. */
export const selectedByBody = {
  ranges: RangeList.meta({ description: meaning, examples: [JSON.parse(rangesExample)] }),
  type,
  ...listedByBody,
  projection: listedByBody.projection.meta(projection),
};

export const ClearBody = z
  .strictObject(selectedByBody, selectionHints)
  .meta({ id: "ClearBody", examples: [{ ranges: JSON.parse(rangesExample) }] });

/** What all selections have. */
export type CellSelection = Omit<z.infer<typeof ClearBody>, "ranges"> & { ranges: [number, number][] };

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
