/* A view as whoever has the address of its share may know it. */
import * as z from "zod";
import { Field } from "#lib/schemas/tables/field";
import { ShareMeta, View } from "#lib/schemas/tables/view";
import { ShareId } from "./share.ts";

export const SharedView = z
  .object({
    shareId: ShareId,
    tableName: z.string(),
    view: View.pick({
      id: true,
      name: true,
      type: true,
      description: true,
      options: true,
      sort: true,
      filter: true,
      group: true,
      columnMeta: true,
    }).meta({ description: "What it says of hidden fields is left out, unless they are shared too." }),
    fields: z.array(Field).meta({ description: "Those that may be seen, in the order of the view." }),
    shareMeta: ShareMeta.omit({ password: true }),
  })
  .meta({ id: "SharedView", description: "A view as it is shared with the world." });
export type SharedView = z.infer<typeof SharedView>;
