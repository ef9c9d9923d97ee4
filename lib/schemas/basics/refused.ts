import * as z from "zod";

/** A member that is documented but changed by another endpoint: sending it is an error that says so. */
export const refused = (message: string, description: string) =>
  z
    .any()
    .refine((value) => value === undefined, message)
    .optional()
    .meta({ description, not: {} });
