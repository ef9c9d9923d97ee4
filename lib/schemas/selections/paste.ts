/* What is pasted into a selection of cells. Separate from selection.ts, which the calls of shared views load. */
import * as z from "zod";
import { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { refuseRepeated } from "#lib/schemas/basics/repeated";
import { CreateLinked } from "#lib/schemas/records/record";
import { cellIndex, selectedByBody, selectionHints } from "./selection.ts";

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
    selectionHints,
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
      .tuple([z.tuple([cellIndex, cellIndex]), z.tuple([cellIndex, cellIndex])])
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
