/* Numbers as the store can hold them: it counts in decimal. */
import * as z from "zod";
import { limits } from "./limits.ts";

export const storableNumbers =
  "must be a number from -9.99e125 to 9.99e125 that is 0 or at least 1e-130 away from it";

/** Whether the store can hold a number. */
export function isStorable(number: number): boolean {
  const magnitude = Math.abs(number);
  return magnitude === 0 || (magnitude >= 1e-130 && magnitude <= 9.99e125);
}

export const StorableNumber = z.number().refine(isStorable, storableNumbers);

/** A place among others, small enough that one more is another number. */
export const Position = z
  .number()
  .min(-limits.position)
  .max(limits.position)
  .refine((number) => Math.abs(number) > 1 || isStorable(number), storableNumbers);
