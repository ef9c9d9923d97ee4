/* The texts people give to things. Surrounding white space is nobody's intention, so it goes. */
import * as z from "zod";
import { limits } from "./limits.ts";

const withoutNul = (text: string) => text.replaceAll("\0", "");

export const Name = z
  .string()
  .overwrite(withoutNul)
  .trim()
  .min(1, "must not be empty")
  .max(limits.nameLength, `must have at most ${limits.nameLength} characters`);
export const Description = z.string().max(limits.descriptionLength);
/** ISO 8601 UTC with milliseconds. */
export const Time = z.iso.datetime({ precision: 3 }).meta({ example: "2026-01-31T09:30:00.000Z" });
