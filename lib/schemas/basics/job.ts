/* Jobs as responses show them: work that takes longer than a request. */
import * as z from "zod";
import { BadLine } from "./bad-line.ts";
import { JobId, RecordId } from "./ids.ts";
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
  "followLinks",
  "textOfLinks",
  "clearLinks",
  "changeLinks",
  "makeIndex",
  "dropIndex",
  "sweepIndexes",
  "exportBase",
  "importBase",
  "duplicateBase",
  "duplicateField",
  "duplicateTable",
  "moveBases",
  "fillCells",
  "updateWhere",
  "deleteWhere",
] as const;
export type JobKind = (typeof kinds)[number];

/** Why a job does not go on at once. */
export const JobWait = z.object({
  reason: z.string().meta({ description: "Why, for people to read." }),
  until: z.iso.datetime().meta({ description: "When it goes on." }),
});
export type JobWait = z.infer<typeof JobWait>;

export const Job = z
  .object({
    id: JobId,
    kind: z.enum(kinds).meta({ description: "What the job does.", example: "clearTable" }),
    state: z
      .enum(["waiting", "running", "done", "failed"])
      .meta({ description: "`waiting` until its first step is done." }),
    progress: z
      .object({
        done: z.int().min(0),
        total: z.int().min(0).optional(),
      })
      .meta({
        description:
          "`done` never decreases. What is counted: for `clearTable`, `clearFields` and `textOfLinks` the autoNumbers of the table; for `clearBase` tables; for `clearTrash` trash items; for `clearComments` records whose comments are deleted; for `readNotifications` notifications; for `importRecords` bytes of the file, twice with `onBadCell: stop`; for `followLinks` records whose titles of links follow; for `clearLinks` deleted records; for `changeLinks` records of both tables; for `makeIndex` the autoNumbers of the table; for `dropIndex` and `sweepIndexes` entries; for `exportBase` records; for `importBase` lines of the file, where those of records count three times; for `duplicateBase` both, one after the other; for `duplicateField`, `duplicateTable` and `fillCells` the autoNumbers of the table; for `updateWhere` and `deleteWhere` the records that the filter found; for `moveBases` bases that went to the trash with their space, or came back.",
        example: { done: 500, total: 1600 },
      }),
    counts: z
      .record(z.string(), z.int())
      .optional()
      .meta({
        description:
          "For `exportBase`, `importBase` and `duplicateBase`: what is in the file or the new base so far, and what was left out. For `fillCells`: cells that were `filled`, `kept` as they were, and `failed`. For `updateWhere` and `deleteWhere`: records that were `matched`, `updated` or `deleted`, and `left` alone because someone changed or deleted them meanwhile; and the `commits` so far, which an undo takes back one by one.",
        example: { tables: 3, records: 1200, leftOutUsers: 2 },
      }),
    result: z
      .object({
        records: z.int().meta({ description: "Records created so far." }),
        badLines: z.int().meta({ description: "Lines that could not be imported." }),
        emptied: z
          .int()
          .optional()
          .meta({ description: "With `onBadCell: empty`: cells that stayed empty because of their errors." }),
        unlisted: z
          .int()
          .optional()
          .meta({ description: "Lines with errors that the file of refused lines has no room for." }),
        issues: z.array(BadLine).meta({ description: `The first ${limits.issuesListed} reasons.` }),
      })
      .optional()
      .meta({ description: "Only for `importRecords`." }),
    cells: z
      .array(
        z.object({
          recordId: RecordId,
          message: z.string().meta({ description: "Why, for people to read." }),
        }),
      )
      .optional()
      .meta({
        description: `Only for \`fillCells\`: the first ${limits.issuesListed} cells that kept their value because no answer of the model could be read.`,
      }),
    wait: JobWait.optional().meta({
      description:
        "While it waits for a model or for tokens, or because writes are stopped: why, and when it goes on.",
    }),
    error: z.string().optional().meta({ description: "Why the job failed, for people to read." }),
    createdTime: z.iso.datetime(),
    lastModifiedTime: z.iso.datetime(),
  })
  .meta({ id: "Job" });
export type Job = z.infer<typeof Job>;
