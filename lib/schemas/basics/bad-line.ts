/* A line of an imported file that cannot be imported. */
import * as z from "zod";

export const BadLine = z
  .object({
    line: z.int().meta({ description: "The line of the file where the record begins, from 1." }),
    column: z.int().optional().meta({ description: "From 1. Absent if the whole line is wrong." }),
    name: z.string().optional().meta({ description: "The name of the field." }),
    cell: z.string().optional().meta({
      description: "Of a workbook: the sheet and the cell, or the sheet and the whole row.",
      example: "Fruit!B7",
    }),
    message: z.string(),
    emptied: z
      .literal(true)
      .optional()
      .meta({ description: "The rest of the line was imported, and this cell stayed empty." }),
  })
  .meta({
    id: "BadLine",
    examples: [{ line: 7, column: 2, name: "Price", message: '"cheap" is not a number' }],
  });
export type BadLine = z.infer<typeof BadLine>;
