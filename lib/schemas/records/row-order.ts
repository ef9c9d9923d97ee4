/* Where rows go in the order of a view, as requests say it. */
import * as z from "zod";
import { RecordId, ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { refuseRepeated } from "#lib/schemas/basics/repeated";

const position = z.enum(["before", "after"]);
const beside = {
  viewId: ViewId,
  anchorId: RecordId.meta({ description: "A record of the table. It stays where it is." }),
  position,
};

/** `order` in a body about records. */
export const RowPlace = z.strictObject(beside).meta({
  id: "RowPlace",
  description:
    "Where the rows go in the view's own order, one after another: beside the row of another record. Not said of new ones they come last.",
  examples: [{ viewId: "viw4mSa1Cw6nZ8tQ0Yh", anchorId: "rec4mSa1Cw6nZ8tQ0Yh", position: "before" }],
});
export type RowPlace = z.infer<typeof RowPlace>;

/** The body is the place, or nothing. */
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
    description: "Where the row of the copy goes in a view's own order; left out altogether, it is the last.",
    examples: [{}, { viewId: "viw4mSa1Cw6nZ8tQ0Yh", anchorId: "rec4mSa1Cw6nZ8tQ0Yh", position: "after" }],
  });

/** The place that a body is, if it is one. */
export const placeIn = ({ viewId, anchorId, position }: z.infer<typeof OwnPlace>): RowPlace | undefined =>
  viewId && anchorId && position ? { viewId, anchorId, position } : undefined;

export const RowsPlace = z
  .object({
    anchorId: beside.anchorId,
    position,
    recordIds: z
      .array(RecordId)
      .min(1, "must hold at least one id")
      .max(limits.recordsPerCall, `must hold at most ${limits.recordsPerCall} ids`)
      .superRefine(refuseRepeated())
      .meta({ description: "In the order in which their rows are to stand there." }),
  })
  .meta({
    id: "RowsPlace",
    examples: [{ anchorId: "rec4mSa1Cw6nZ8tQ0Yh", position: "after", recordIds: ["rec0000024mSa1Cw6nZ"] }],
  });
export type RowsPlace = z.infer<typeof RowsPlace>;
