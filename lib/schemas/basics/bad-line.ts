/* A line of an imported file that does not go in. */
import * as z from "zod";

export const BadLine = z
  .object({
    line: z.int().meta({ description: "Where in the file the record begins, from 1." }),
    column: z.int().optional().meta({ description: "From 1; absent where all of the line is meant." }),
    name: z.string().optional().meta({ description: "Of the field." }),
    message: z.string(),
  })
  .meta({
    id: "BadLine",
    examples: [{ line: 7, column: 2, name: "Price", message: '"cheap" is no number' }],
  });
export type BadLine = z.infer<typeof BadLine>;
