/* Which linked records an answer shows beside the cells that link them. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { refuseProto } from "#lib/schemas/basics/object";
import { jsonText } from "#lib/schemas/basics/query-string";

const what = {
  fields: z
    .array(z.string())
    .max(limits.fieldsPerTable)
    .optional()
    .meta({ description: "Only these fields of the linked records; default: all." }),
  take: z
    .int()
    .min(1)
    .max(limits.recordsExpanded)
    .optional()
    .meta({ description: "At most so many records of each cell, the first ones; default: all." }),
};

const perLevel = <Each extends z.ZodType>(each: Each) =>
  z.preprocess(
    refuseProto,
    z.record(z.string(), each).refine((sent) => Object.keys(sent).length <= limits.fieldsExpanded, {
      error: `must name at most ${limits.fieldsExpanded} link fields`,
    }),
  );

const Inside = perLevel(z.strictObject(what)).meta({
  description: "The same for link fields of the linked records. There is no third level.",
});

export const Expand = perLevel(z.strictObject({ ...what, expand: Inside.optional() })).meta({
  id: "Expand",
  description:
    "Link field → what is shown of the records that it links: they come as `expanded` of each record. The keys of fields are of the kind `fieldKeyType`, or ids.",
  examples: [{ Author: { fields: ["Name"], take: 10 } }],
});
export interface Expand {
  [fieldKey: string]: {
    fields?: string[] | undefined;
    take?: number | undefined;
    expand?: Expand | undefined;
  };
}

/** The same as JSON text, in a query string. */
export const ExpandText = jsonText(Expand, '{"Author":{"fields":["Name"]}}').optional().meta({
  description:
    "JSON: link field → what is shown of the records that it links; they come as `expanded` of each record.",
});
