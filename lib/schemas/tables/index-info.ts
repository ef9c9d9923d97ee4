/* Indexes of a table in answers. */
import * as z from "zod";
import { JobId } from "#lib/schemas/basics/ids";
import { Time } from "#lib/schemas/basics/text";
import { Filter } from "./filter.ts";
import { Order } from "./view.ts";

export const IndexInfo = z
  .object({
    id: z.string().meta({ example: "4mSa1" }),
    orders: z.array(Order).meta({ description: "The order of views that it serves." }),
    filter: Filter.optional().meta({
      description: "The filter of views that it serves: it has the records that match. Absent: all records.",
    }),
    state: z.enum(["building", "ready", "ended", "dropped"]).meta({
      description:
        "`building` until its job has written an entry for each record. `ready`: pages in this order are read from it. `ended`: a field was changed, so that another will be made. `dropped`: a job removes its entries.",
    }),
    jobId: JobId.meta({ description: "The job that makes or removes it." }),
    createdTime: Time,
  })
  .meta({ id: "Index" });
export type IndexInfo = z.infer<typeof IndexInfo>;
