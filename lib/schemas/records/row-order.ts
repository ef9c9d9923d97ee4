/* Positions of rows in a view, in requests. */
import * as z from "zod";
import { RecordId, ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { refuseRepeated } from "#lib/schemas/basics/repeated";

const position = z.enum(["before", "after"]);
const beside = {
  viewId: ViewId,
  anchorId: RecordId.meta({
    description:
      "A record of the table. Its row stays, unless it is one of the rows that move: then all stand where it stood.",
  }),
  position,
};

/** The member `order` of requests that write records. */
export const RowPlace = z.strictObject(beside).meta({
  id: "RowPlace",
  description:
    "Places the rows, one after another, beside the row of another record in the view's manual order. Default for new records: at the end.",
  examples: [{ viewId: "viw4mSa1Cw6nZ8tQ0Yh", anchorId: "rec4mSa1Cw6nZ8tQ0Yh", position: "before" }],
});
export type RowPlace = z.infer<typeof RowPlace>;

/** A body that is a `RowPlace`, or empty. */
export const OwnPlace = z
  .object({ viewId: ViewId.optional(), anchorId: RecordId.optional(), position: position.optional() })
  .superRefine((sent, context) => {
    const names = Object.keys(beside) as (keyof typeof beside)[];
    const missing = names.filter((name) => sent[name] === undefined);
    if (missing.length === names.length) return;
    for (const name of missing) context.addIssue({ code: "custom", path: [name], message: "is missing" });
  })
  .meta({
    id: "OwnPlace",
    description: "Where the row of the copy goes in a view's manual order. Default (empty body): at the end.",
    examples: [{}, { viewId: "viw4mSa1Cw6nZ8tQ0Yh", anchorId: "rec4mSa1Cw6nZ8tQ0Yh", position: "after" }],
  });

/** The body as a `RowPlace`; undefined for an empty body. */
export const placeIn = ({ viewId, anchorId, position }: z.infer<typeof OwnPlace>): RowPlace | undefined =>
  viewId && anchorId && position ? { viewId, anchorId, position } : undefined;

export const RowsPlace = z
  .object({
    anchorId: beside.anchorId,
    position,
    recordIds: z
      .array(RecordId)
      .min(1, "must hold at least one id")
      .max(limits.recordsPerCall, `at most ${limits.recordsPerCall} records per call`)
      .superRefine(refuseRepeated())
      .meta({ description: "In the order that the rows will have." }),
  })
  .meta({
    id: "RowsPlace",
    examples: [{ anchorId: "rec4mSa1Cw6nZ8tQ0Yh", position: "after", recordIds: ["rec0000024mSa1Cw6nZ"] }],
  });
export type RowsPlace = z.infer<typeof RowsPlace>;
