/* A selection of cells in the list of a table's records, and the text that copying it gives. */
import * as z from "zod";
import { FieldId, RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { jsonText } from "#lib/schemas/basics/query-string";
import { refuseRepeated } from "#lib/schemas/basics/repeated";
import { hintAt } from "#lib/schemas/issues/hints";
import { CreateLinked, RecordQuery } from "#lib/schemas/records/record";
import { Field } from "./field.ts";
import { inOrder, listedByBody, which } from "./list-query.ts";

const index = z.int().min(0);
const rangesExample = "[[0,0],[1,9]]";

const RangeList = z
  .array(z.tuple([index, index]))
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
const hints = hintAt("orderBy", "projection", "filter");

/** What a selection of cells refers to: ranges in a list of records. */
export const CopyQuery = z.strictObject(selected, hints);
export type CopyQuery = z.infer<typeof CopyQuery>;

export const SelectedIdsQuery = z.strictObject(
  {
    ...selected,
    returnType: z
      .enum(["recordId", "fieldId", "all"])
      .meta({ description: "Which ids: of the rows, of the columns, or of both." }),
  },
  hints,
);
export type SelectedIdsQuery = z.infer<typeof SelectedIdsQuery>;

export const SelectedIds = z
  .object({
    recordIds: z.array(RecordId).optional().meta({ description: "Of the rows." }),
    fieldIds: z.array(FieldId).optional().meta({ description: "Of the columns." }),
  })
  .meta({ id: "SelectedIds", description: "In their order; only what was asked for." });

const selectedByBody = {
  ranges: RangeList.meta({ description: meaning, examples: [JSON.parse(rangesExample)] }),
  type,
  ...listedByBody,
  projection: listedByBody.projection.meta(projection),
};

export const ClearBody = z
  .strictObject(selectedByBody, hints)
  .meta({ id: "ClearBody", examples: [{ ranges: JSON.parse(rangesExample) }] });

/** What all selections have. */
export type CellSelection = Omit<z.infer<typeof ClearBody>, "ranges"> & { ranges: [number, number][] };

const Content = z
  .union(
    [z.string(), z.array(z.array(z.unknown()))],
    "must be text with tabs and newlines, or an array of rows, each an array of values",
  )
  .meta({
    description:
      "Text as copying gives it: tabs between columns, newlines between rows, quoted where needed; a newline at the end does not count. Or rows of values. Empty text and null clear a cell.",
    examples: ["Ada\t36\nGrace\t45"],
  });

export const PasteBody = z
  .strictObject(
    {
      ...selectedByBody,
      content: Content,
      recordIds: z
        .array(RecordId)
        .max(limits.recordsPerCall, `at most ${limits.recordsPerCall} records per call`)
        .superRefine(refuseRepeated())
        .optional()
        .meta({
          description:
            "The rows as the caller sees them: ranges count in these records, in this order, wherever the list has them by now. Content past the last of them creates records.",
        }),
      createLinked: CreateLinked,
      header: z.unknown().optional().meta({
        description:
          "The fields that were copied, as copying gives them: columns of the content past the last become fields of their types, computed ones and links such as hold what they show. Without it these columns are cut.",
      }),
    },
    hints,
  )
  .refine(({ recordIds, type }) => !recordIds || !type, {
    path: ["type"],
    message: "is not for a paste with recordIds: send two cells as ranges",
  })
  .meta({
    id: "PasteBody",
    examples: [
      {
        ranges: [
          [0, 0],
          [0, 0],
        ],
        content: "Ada\t36\nGrace\t45",
      },
    ],
  });
export type PasteBody = z.infer<typeof PasteBody>;

export const Pasted = z
  .object({
    ranges: z
      .tuple([z.tuple([index, index]), z.tuple([index, index])])
      .meta({ description: "The first and the last cell that were written: `[column, row]`." }),
  })
  .meta({
    id: "Pasted",
    examples: [
      {
        ranges: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
  });

export const PastedFields = z.array(z.object({ fields: z.record(z.string(), z.unknown()) })).meta({
  description:
    "For each row the cells as they would be written, by the ids of the fields; null for an empty one.",
});

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
