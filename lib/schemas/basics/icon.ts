import * as z from "zod";
import { limits } from "./limits.ts";

/**
 * Removes each emoji, which takes linear time. `^(emoji)+$` tries every split of base and skin tone, so its time doubles with
 * each emoji. The expression is inside the function because building it takes 10 ms, which every cold start would pay.
 */
const isEmoji = (text: string) => text.replace(/\p{RGI_Emoji}/gv, "") === "";

/** The icon of a base or a table. */
export const Icon = z
  .string()
  .min(1)
  // aborts, so that later checks do not read megabytes
  .max(limits.nameLength, { abort: true })
  .refine(isEmoji, "must be one or more emoji")
  .meta({ id: "Icon", description: "One or more emoji.", examples: ["📦"] });
