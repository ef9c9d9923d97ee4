/* Work that is longer than a request, as whoever asked for it sees it. */
import * as z from "zod";
import { JobId } from "./ids.ts";

const kinds = [
  "clearSpace",
  "clearBase",
  "clearTable",
  "clearFields",
  "clearOrder",
  "sortRows",
  "clearTrash",
  "readNotifications",
] as const;
export type JobKind = (typeof kinds)[number];

export const Job = z
  .object({
    id: JobId,
    kind: z.enum(kinds).meta({ description: "What is being done.", example: "clearTable" }),
    state: z
      .enum(["waiting", "running", "done", "failed"])
      .meta({ description: "`waiting` until the first piece of it is done." }),
    progress: z
      .object({
        done: z.int().min(0),
        total: z.int().min(0).optional(),
      })
      .meta({
        description:
          "Never goes back. Of `clearTable` and `clearFields`: autoNumbers passed, of those ever given; of `clearBase`: tables cleared; of `clearTrash`: what was deleted together, cleared; of `readNotifications`: those read.",
        example: { done: 500, total: 1600 },
      }),
    error: z.string().optional().meta({ description: "Why it failed, for a person to read." }),
    createdTime: z.iso.datetime(),
    lastModifiedTime: z.iso.datetime(),
  })
  .meta({ id: "Job" });
export type Job = z.infer<typeof Job>;
