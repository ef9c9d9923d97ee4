/* Language models, and the tasks in which they fill cells. */
import * as z from "zod";
import { FieldId, JobId, RecordId, ViewId } from "#lib/schemas/basics/ids";
import { JobWait } from "#lib/schemas/basics/job";

/** The job of a fill, as the published client names it. */
const TaskId = JobId.meta({ description: "The same as the id of the job." });

const AiModel = z
  .object({
    modelKey: z.string().meta({ description: "What `modelKey` of an aiConfig says.", example: "fast" }),
    takesImages: z.boolean().meta({ description: "Whether images of attachment fields are sent to it." }),
  })
  .meta({ id: "AiModel" });

export const AiModels = z
  .object({
    models: z.array(AiModel).meta({ description: "In the order of the setting." }),
    dailyTokens: z.int().meta({
      description: "The tokens, in and out, that a base may use in a day (UTC).",
      example: 1_000_000,
    }),
  })
  .meta({ id: "AiModels" });
export type AiModels = z.infer<typeof AiModels>;

export const FieldFill = z
  .object({
    viewId: ViewId.nullish().meta({
      description: "Only the records that this view shows. Default: all of the table.",
    }),
    mode: z.enum(["empty", "emptyOnly", "all"]).default("empty").meta({
      description:
        "Which cells are filled: the `empty` ones (`emptyOnly` means the same), or `all`. Cells that a person writes meanwhile stay.",
    }),
  })
  .meta({ id: "FieldFill", examples: [{ mode: "empty" }] });
export type FieldFill = z.infer<typeof FieldFill>;

export const StartedFill = z
  .object({
    taskId: TaskId,
    jobId: JobId.meta({
      description:
        "The job that fills the cells. It says how far it is, and which cells kept their value and why.",
    }),
  })
  .meta({ id: "StartedFill" });
export type StartedFill = z.infer<typeof StartedFill>;

const Wait = JobWait.optional().meta({
  description: "While the model or tokens are waited for: why, and when it goes on.",
});

export const FillTasks = z
  .object({
    cells: z.array(z.object({ recordId: RecordId, fieldId: FieldId, taskId: TaskId, wait: Wait })).meta({
      description:
        "The single cells that are being filled; of fields that are filled without being asked the next 100 of each.",
    }),
    fieldMap: z
      .record(
        z.string(),
        z.object({
          taskId: TaskId,
          completedCount: z.int().min(0).meta({ description: "The autoNumbers of the table that are done." }),
          totalCount: z.int().min(0).meta({ description: "All that the table had when it began." }),
          wait: Wait,
        }),
      )
      .meta({ description: "The fields that are being filled, by their ids." }),
    waitingMap: z
      .record(
        z.string(),
        z.object({ reason: z.string().meta({ description: "Why no model can fill the field now." }) }),
      )
      .meta({
        description:
          "The fields with `isAutoFill` that wait, because no model can fill them: none is configured, or none with their `modelKey`, by their ids.",
      }),
    failedMap: z
      .record(
        z.string(),
        z.object({
          taskId: TaskId,
          error: z.string().optional().meta({ description: "Why that job ended before all was filled." }),
          cells: z
            .array(
              z.object({
                recordId: RecordId,
                message: z.string().meta({ description: "Why the cell kept its value." }),
              }),
            )
            .meta({ description: "The last 20 cells that kept their value, until they are filled." }),
        }),
      )
      .meta({
        description:
          "The fields with `isAutoFill` that have cells which could not be filled, by their ids, also when no job fills them now.",
      }),
  })
  .meta({ id: "FillTasks" });
export type FillTasks = z.infer<typeof FillTasks>;
