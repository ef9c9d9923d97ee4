/* Numbers that the store can hold: it uses decimal numbers. */
import * as z from "zod";
import { limits } from "./limits.ts";

export const storableNumbers =
  "must be a number from -9.99e125 to 9.99e125, and 0 or at least 1e-130 away from 0";

/** Whether the store can hold a number. */
export function isStorable(number: number): boolean {
  const magnitude = Math.abs(number);
  return magnitude === 0 || (magnitude >= 1e-130 && magnitude <= 9.99e125);
}

export const StorableNumber = z.number().refine(isStorable, storableNumbers);

/** An `order` in a list. The limit keeps it small enough for `order + 1` to be a different number. */
export const Position = z
  .number()
  .min(-limits.position)
  .max(limits.position)
  .refine((number) => Math.abs(number) > 1 || isStorable(number), storableNumbers);
