import * as z from "zod";
import { limits } from "./limits.ts";

// Not a literal: its flag v is newer than our compile target.
const property = "RGI_Emoji";
const emoji = new RegExp(`\\p{${property}}`, "gv");

/** Taking emoji away one by one is linear; `^(emoji)+$` tries every split of base and skin tone, which doubles with each. */
const isEmoji = (text: string) => text.replace(emoji, "") === "";

/** The icon of a table: one emoji or more. */
export const Icon = z
  .string()
  .min(1)
  .max(limits.nameLength)
  .refine(isEmoji, "must be one or more emoji")
  .meta({ id: "Icon", description: "One emoji or more.", examples: ["📦"] });
