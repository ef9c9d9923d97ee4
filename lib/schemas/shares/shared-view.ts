/* A view as visitors of its share see it. */
import * as z from "zod";
import { TableId, ViewId } from "#lib/schemas/basics/ids";
import { Field } from "#lib/schemas/tables/field";
import { GroupPoints } from "#lib/schemas/tables/list-query";
import { ShareMeta, View } from "#lib/schemas/tables/view";
import { SharedRecord } from "./form-submission.ts";
import { ShareId } from "./share.ts";

export const SharedView = z.object({
  shareId: ShareId,
  url: z.string().meta({ description: "The address of the page of the share." }),
  viewId: ViewId,
  tableId: TableId,
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
    createdBy: true,
    createdTime: true,
  }).meta({ description: "Without the settings of hidden fields, unless these are shared too." }),
  fields: z.array(Field).meta({ description: "The visible fields, in the order of the view." }),
  shareMeta: ShareMeta.omit({ password: true }),
});
export type SharedView = z.infer<typeof SharedView>;

export const SharedViewStart = SharedView.extend({
  records: z.array(SharedRecord).meta({
    description:
      "The first 50 records, by field id; fewer if they are large. Empty if the share does not show records. `GET /share/{shareId}/view/records` lists all.",
  }),
  extra: z.object({
    groupPoints: GroupPoints.nullable().meta({
      description:
        "The groups of the view, by which `records` are ordered; null if it does not group by a visible field.",
    }),
  }),
}).meta({ id: "SharedView", description: "A shared view, as its visitors see it." });
export type SharedViewStart = z.infer<typeof SharedViewStart>;
