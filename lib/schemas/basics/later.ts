import * as z from "zod";

const refused = (message: string, description: string) =>
  z
    .any()
    .refine((value) => value === undefined, message)
    .optional()
    .meta({ description, not: {} });

/** A member that is documented but not supported yet: sending it is an error that says so. */
export const later = (what: string) =>
  refused(`${what}: not supported yet`, "Not supported yet; sending it is a 400.");
