/* Language models, and the tasks in which they fill cells. */
import * as z from "zod";

const AiModel = z
  .object({
    modelKey: z.string().meta({ description: "What `modelKey` of an aiConfig says.", example: "fast" }),
    takesImages: z.boolean().meta({ description: "Whether images of attachment fields are sent to it." }),
  })
  .meta({ id: "AiModel" });

export const AiModels = z
  .object({
    models: z.array(AiModel).meta({ description: "In the order of the setting." }),
    dailyTokens: z
      .int()
      .meta({
        description: "The tokens, in and out, that a base may use in a day (UTC).",
        example: 1_000_000,
      }),
  })
  .meta({ id: "AiModels" });
export type AiModels = z.infer<typeof AiModels>;
