/* Indexes of a table in answers. */
import * as z from "zod";
import { JobId, ViewId } from "#lib/schemas/basics/ids";
import { Time } from "#lib/schemas/basics/text";
import { Filter } from "./filter.ts";
import { Order } from "./view.ts";

export const IndexInfo = z
  .object({
    id: z.string().meta({ example: "4mSa1" }),
    orders: z
      .array(
        Order.extend({
          values: z.literal(true).optional().meta({
            description:
              "It has an entry for each value of a cell, finds records by these, and serves no order.",
          }),
        }),
      )
      .meta({ description: "The order of the pages that it serves; groups come first." }),
    filter: Filter.optional().meta({
      description:
        "The filter of the views or requests that it serves: it has the records that match. Of requests it has no values (null). Absent: all records.",
    }),
    groups: z.int().optional().meta({
      description:
        "Its records are counted by so many of the first fields of `orders`; 0: only all of them. Absent: they are not counted.",
    }),
    state: z.enum(["building", "ready", "ended", "dropped"]).meta({
      description:
        "`building` until its job has written an entry for each record. `ready`: pages in this order are read from it. `ended`: a field was changed, so that another will be made. `dropped`: a job removes its entries.",
    }),
    jobId: JobId.meta({ description: "The job that makes or removes it." }),
    createdTime: Time,
    isDeclared: z.boolean().meta({
      description:
        "Whether it was declared for the field that it begins with (`PUT /table/{tableId}/index/{fieldId}`). Such an index stays.",
    }),
    views: z.array(ViewId).meta({
      description:
        "The views whose order, groups and filter it has. Empty if it is there for requests only, that keep asking for its order and filter.",
    }),
    use: z
      .object({
        pages: z
          .int()
          .meta({ description: "About how many pages were read in this order in the last seven days." }),
        asked: z
          .int()
          .meta({ description: "Those of them that were read when no view had the order and filter." }),
        lastDay: z.iso.date().nullable().meta({ description: "The day of the last such page, in UTC." }),
      })
      .meta({ description: "Estimates: one of eight pages is noted." }),
    size: z
      .object({
        entries: z
          .int()
          .meta({ description: "One for each record that the index has, or for each value of its cell." }),
        bytes: z.int().meta({ description: "As DynamoDB stores and bills them." }),
        countedTime: Time.meta({ description: "When its entries were counted." }),
      })
      .optional()
      .meta({
        description:
          "As it was at `countedTime`: when it was made, or last swept, once a month. Absent until then.",
      }),
  })
  .meta({ id: "Index" });
export type IndexInfo = z.infer<typeof IndexInfo>;
