import type * as z from "zod";

/** A member that a request may leave out, or take away with null: both are stored as absent. */
export const removable = <Shape extends z.ZodType>(shape: Shape) =>
  shape
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();
