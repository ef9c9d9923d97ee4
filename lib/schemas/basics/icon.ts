import * as z from "zod";
import { limits } from "./limits.ts";

/**
 * Taking emoji away one by one is linear; `^(emoji)+$` tries every split of base and skin tone, which doubles with each.
 * The expression stands inside, for it takes 10 ms to make, which every start would pay.
 */
const isEmoji = (text: string) => text.replace(/\p{RGI_Emoji}/gv, "") === "";

/** The icon of a table: one emoji or more. */
export const Icon = z
  .string()
  .min(1)
  // a check that aborts keeps the later ones from looking at megabytes
  .max(limits.nameLength, { abort: true })
  .refine(isEmoji, "must be one or more emoji")
  .meta({ id: "Icon", description: "One emoji or more.", examples: ["📦"] });
