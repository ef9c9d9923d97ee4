import * as z from "zod";

const refused = (message: string, description: string) =>
  z
    .any()
    .refine((value) => value === undefined, message)
    .optional()
    .meta({ description, not: {} });

/** A member of a request that is documented and not built yet: sending it is an error that says so. */
export const later = (what: string) =>
  refused(`${what}: not supported yet`, "Not supported yet: sending it is a 400.");

/** A member that means nothing in this request, while it does in others: sending it is an error that says why. */
export const meaningless = (why: string) => refused(why, `Sending it is a 400: ${why}.`);
