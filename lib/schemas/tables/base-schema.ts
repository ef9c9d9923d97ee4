/* The tables of a base with their fields and views. */
import * as z from "zod";
import { Field } from "./field.ts";
import { TableHead } from "./table.ts";
import { View } from "./view.ts";

export const BaseSchema = z
  .object({
    tables: z
      .array(
        z.object({
          ...TableHead.shape,
          fields: z.array(Field).meta({ description: "In the order of the table." }),
          views: z
            .array(View)
            .optional()
            .meta({ description: "In the order of the table; absent for a token without `view|read`." }),
        }),
      )
      .meta({ description: "In the order of the base." }),
  })
  .meta({ id: "BaseSchema" });
export type BaseSchema = z.infer<typeof BaseSchema>;
