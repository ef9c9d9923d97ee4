/* A view as visitors of its share see it. */
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
    }).meta({ description: "Without the settings of hidden fields, unless these are shared too." }),
    fields: z.array(Field).meta({ description: "The visible fields, in the order of the view." }),
    shareMeta: ShareMeta.omit({ password: true }),
  })
  .meta({ id: "SharedView", description: "A shared view, as its visitors see it." });
export type SharedView = z.infer<typeof SharedView>;
