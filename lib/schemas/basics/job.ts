/* Work that is longer than a request, as whoever asked for it sees it. */
import * as z from "zod";
import { BadLine } from "./bad-line.ts";
import { JobId } from "./ids.ts";
import { limits } from "./limits.ts";

const kinds = [
  "clearSpace",
  "clearBase",
  "clearTable",
  "clearFields",
  "clearOrder",
  "sortRows",
  "clearTrash",
  "clearComments",
  "readNotifications",
  "importRecords",
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
          "Never goes back. Of `clearTable` and `clearFields`: autoNumbers passed, of those ever given; of `clearBase`: tables cleared; of `clearTrash`: what was deleted together, cleared; of `clearComments`: records whose comments are; of `readNotifications`: those read; of `importRecords`: bytes of the file.",
        example: { done: 500, total: 1600 },
      }),
    result: z
      .object({
        records: z.int().meta({ description: "Created so far." }),
        badLines: z.int().meta({ description: "Lines that did not go in." }),
        issues: z.array(BadLine).meta({ description: `Why: the first ${limits.issuesListed}.` }),
      })
      .optional()
      .meta({ description: "Of `importRecords`." }),
    error: z.string().optional().meta({ description: "Why it failed, for a person to read." }),
    createdTime: z.iso.datetime(),
    lastModifiedTime: z.iso.datetime(),
  })
  .meta({ id: "Job" });
export type Job = z.infer<typeof Job>;
